"""What scripts/bench measures. Every module without an underscore is a benchmark.

A benchmark has a function run(repeats) that yields figures, each measured beside its peer.
"""
