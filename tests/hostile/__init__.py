"""What one hostile address cannot do to everybody else; each bound with a server without it, which the test notices.

The attacks count what the server does, since other programs take time from it here; `scripts/bench server` measures how
long a bystander waits meanwhile.
"""
