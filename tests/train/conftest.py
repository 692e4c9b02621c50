"""What needs PyTorch is left out without it (scripts/test installs it), and gets one thread.

The tests share their cores with others, and PyTorch's threads wait for each other busily.
"""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_fit.py", "test_policy.py", "test_run.py", "test_toy.py"]

if find_spec("torch"):
    import torch

    torch.set_num_threads(1)
