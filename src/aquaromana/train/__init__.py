"""Training: self-play, networks fitted to it, and the gate that every new network has to pass.

NumPy and PyTorch come with the extra `[train]`; nothing here imports them before they are needed.
"""
