"""The decks: shapes, pictures, scenes and persons, as checked data with the code that draws them."""
