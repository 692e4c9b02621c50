"""Proofs of facts: each code has one, which plays lines and shares no code with the predicates."""
