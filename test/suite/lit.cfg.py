# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The suite of small programs with their true state: test/suite/state. Loaded by <build>/test/suite/lit.site.cfg.py.
import os
import sys

sys.path.insert(0, os.path.join(config.source_root, "test", "suite"))
import state_format  # noqa: E402

config.name = "suite"
config.test_format = state_format.StateFormat(os.path.join(config.build_root, "bin", "detrain"))
config.suffixes = [".c", ".cpp"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.source_root, "test", "suite")
config.test_exec_root = os.path.join(config.build_root, "test", "suite")
