"""The picture cards for tracing: recipes that are drawn by our own pen."""

from drawmate.cards.pictures.deck import Picture, load_pictures, picture_by_id
from drawmate.cards.pictures.recipe import RecipeError

__all__ = ["Picture", "RecipeError", "load_pictures", "picture_by_id"]
