# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a test may require of the machine. lit's REQUIRES and the runner's judgement of skipped tests both ask here,
so that a test can never be skipped for want of something that is installed."""

import os
import pathlib
import shutil
import subprocess

LLVM_BIN = pathlib.Path("/usr/lib/llvm-22/bin")


def _succeeds(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def _has_nvidia_gpu():
    return shutil.which("nvidia-smi") is not None and _succeeds("nvidia-smi", "-L")


def _compiles_openmp(compiler):
    if not shutil.which(str(compiler)):
        return False
    command = [str(compiler), "-fopenmp", "-x", "c", "-", "-o", os.devnull]
    return subprocess.run(command, input=b"#include <omp.h>\nint main(void){return omp_get_max_threads()<1;}\n",
                          capture_output=True).returncode == 0


# Each test needs a folder of its own besides (--mca orte_tmpdir_base): Open MPI 4.1 removes the one that all share when one
# job ends, also where another has just begun.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader,tcp"]


def mpi_flags():
    """What a compiler needs to find MPI's header; empty without MPI."""
    if not shutil.which("mpicc"):
        return ""
    return subprocess.run(["mpicc", "--showme:compile"], capture_output=True, text=True).stdout.strip()


def nccl_flags():
    """Where the headers of CUDA and NCCL are, for a compiler of the host; empty without them."""
    folder = os.environ.get("CUDA_HOME", "/usr/local/cuda") + "/include"
    command = ["gcc", "-fsyntax-only", "-x", "c", "-I" + folder, "-"]
    text = b"#include <cuda_runtime_api.h>\n#include <nccl.h>\n"
    if not shutil.which("gcc") or subprocess.run(command, input=text, capture_output=True).returncode != 0:
        return ""
    return "-I" + folder


def _has_tbb():
    """oneTBB, which libstdc++'s parallel algorithms run on as well."""
    command = ["g++", "-std=c++17", "-x", "c++", "-", "-ltbb", "-o", os.devnull]
    return shutil.which("g++") is not None and subprocess.run(
        command, input=b"#include <tbb/global_control.h>\nint main() {}\n", capture_output=True).returncode == 0


EIGEN_INCLUDE = "/usr/include/eigen3"  # where Debian's libeigen3-dev has it
TORCH_INCLUDE = "/usr/include/torch/csrc/api/include"  # where Debian's libtorch-dev has it


def torch_flags():
    """What a compiler needs to find the headers of libtorch; empty without it."""
    return f"-isystem {TORCH_INCLUDE}" if pathlib.Path(TORCH_INCLUDE, "torch/torch.h").exists() else ""


TORCH_LIBRARIES = ["-ltorch", "-ltorch_cpu", "-lc10"]


def _holds_two_states_of_2_gib(build):
    """In memory, with as much again for what runs beside it, and on the disk. What is free just now is not asked, as the
    answer must be the same a minute later."""
    memory = next(int(line.split()[1]) for line in open("/proc/meminfo") if line.startswith("MemTotal"))
    return memory > 12 << 20 and shutil.disk_usage(build).free > 16 << 30


def python_for_tests(build):
    """The interpreter of the virtual environment that ./bootstrap makes, else the system's."""
    venv = pathlib.Path(build).parent / "venv/bin/python"
    return str(venv if venv.exists() else shutil.which("python3"))


def available(build):
    """The names of the features that this machine has. `build` is a build folder, build/<preset>."""
    python = python_for_tests(build)
    probes = {
        "gcc": shutil.which("gcc") is not None,
        "clang": (LLVM_BIN / "clang").exists(),
        "openmp-gcc": _compiles_openmp("gcc"),
        "openmp-clang": _compiles_openmp(LLVM_BIN / "clang"),
        "cmake": shutil.which("cmake") is not None and shutil.which("ninja") is not None,
        "make": shutil.which("make") is not None,
        "ccache": shutil.which("ccache") is not None,
        "mpi": shutil.which("mpirun") is not None and mpi_flags() != "",
        "nccl": nccl_flags() != "",
        "tbb": _has_tbb(),
        "eigen": pathlib.Path(EIGEN_INCLUDE, "Eigen/Dense").exists(),
        "libtorch": torch_flags() != "",
        "pkg-config": shutil.which("pkg-config") is not None,
        "dpkg": shutil.which("dpkg-shlibdeps") is not None,
        "clang-tidy-module": shutil.which("clang-tidy-22") is not None
        and (pathlib.Path(build) / "lib/libdetrain_tidy.so").exists(),
        "neovim": shutil.which("nvim") is not None,
        "python-safetensors": _succeeds(python, "-c", "import safetensors, numpy"),
        "python-torch": _succeeds(python, "-c", "import torch, safetensors.torch"),
        "python-tensorboard": _succeeds(python, "-c", "import tensorboard.backend.event_processing.event_accumulator"),
        "large-memory": _holds_two_states_of_2_gib(build),
        "nvcc": shutil.which("nvcc") is not None,
        "gpu": _has_nvidia_gpu(),
        "mount": _succeeds("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"),
        "root": os.geteuid() == 0,
        "not-root": os.geteuid() != 0,
    }
    return {name for name, present in probes.items() if present}, set(probes)
