# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generators behind test/fuzz/trainers.py."""
