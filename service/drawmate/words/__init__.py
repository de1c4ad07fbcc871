"""The words that are drawn and guessed: the 345 labels of Quick, Draw! with what people call them."""

from drawmate.words.errors import WordsError
from drawmate.words.vocabulary import Category, Terms, Word, by_label, languages, load

__all__ = ["Category", "Terms", "Word", "WordsError", "by_label", "languages", "load"]
