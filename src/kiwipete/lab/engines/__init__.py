"""Engines as move generators: started, asked for divides, and their answers parsed."""
