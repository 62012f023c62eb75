"""Texts -> vectors of meaning, by a provider. Knows no notes, stores nothing, and never asks the network."""
