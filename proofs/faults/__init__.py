"""Planted faults: those that laws must find (`by_laws`), and those that a quick test must find (`by_tests`)."""
