"""The component files of Toy and their loader."""
