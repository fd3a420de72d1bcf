"""Proofs that take longer than tests: do the tests find faults?"""
