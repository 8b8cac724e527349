# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The lit suite: test/lit/<folder>/*. Loaded by <build>/test/lit.site.cfg.py, which knows the paths.
import os
import sys

import lit.formats
import lit.util

sys.path.insert(0, os.path.join(config.source_root, "test", "tools"))
import features  # noqa: E402

config.name = "detrain"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".cpp", ".cu", ".rir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.source_root, "test", "lit")
config.test_exec_root = os.path.join(config.build_root, "test", "lit")

config.available_features, _ = features.available(config.build_root)
if config.sanitized:
    config.available_features.add("sanitized")

# A test that hangs must not hang the run; on a slow machine the longest takes ten minutes. lit kills children only where
# it has psutil.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = 1800

# Only what a test sets itself may steer detrain and the programs that it builds.
for name in list(os.environ):
    if name.startswith("DETRAIN_") or name in ("CPATH", "LIBRARY_PATH", "CFLAGS", "OMP_NUM_THREADS"):
        config.environment.pop(name, None)
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.build_root, "bin"), config.llvm_bin, os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
config.environment["NO_COLOR"] = "1"
config.environment["OMP_NUM_THREADS"] = "2"
# Beside other tests there are more threads than cores, and those that wait for others by spinning take the cores that
# the others need: five times the time, for the steps of chargpt.
config.environment["OMP_WAIT_POLICY"] = "passive"
config.environment["XDG_CACHE_HOME"] = os.path.join(config.build_root, "test", "cache")

compiler = "gcc" if "gcc" in config.available_features else os.path.join(config.llvm_bin, "clang")
config.substitutions += [
    # Longer names first: lit replaces in this order.
    ("%detrain", os.path.join(config.build_root, "bin", "detrain")),
    ("%rt_include", os.path.join(config.build_root, "include")),
    ("%cuda_host_lib", os.path.join(config.build_root, "lib", "libdetrain_cudahost.a")),
    ("%rt_lib", os.path.join(config.build_root, "lib", "libdetrain_rt.a")),
    ("%examples", os.path.join(config.source_root, "examples")),
    ("%build_root", config.build_root),
    ("%source_root", config.source_root),
    ("%mpi_flags", features.mpi_flags()),
    ("%eigen_flags", f"-isystem {features.EIGEN_INCLUDE}"),
    ("%nccl_flags", features.nccl_flags()),
    ("%torch_flags", features.torch_flags()),
    ("%torch_libraries", " ".join(features.TORCH_LIBRARIES)),
    ("%mpirun", " ".join(features.MPIRUN) + " --mca orte_tmpdir_base %t"),
    ("%python", features.python_for_tests(config.build_root)),
    ("%clangxx", os.path.join(config.llvm_bin, "clang++")),
    ("%clang", os.path.join(config.llvm_bin, "clang")),
    ("%gxx", "g++"),
    ("%gcc", "gcc"),
    ("%cc", compiler),
]
