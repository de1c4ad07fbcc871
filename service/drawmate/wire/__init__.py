"""Wire v1: what a table's socket says, both ways, as checked records; codes; and the documents made from them."""
