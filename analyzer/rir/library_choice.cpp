// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/library_choice.h"

#include <algorithm>
#include <array>

namespace detrain::rir {

namespace {

constexpr std::array<LibraryChoice, 14> kChoices = {{
    {"cudnnFind", "name the algorithm instead of measuring which is faster", true},
    {"cudnnConvolutionBackward", "ask for CUDNN_CONVOLUTION_BWD_..._ALGO_1", true},
    {"cudnnPoolingBackward", "set CUDNN_POOLING_MAX_DETERMINISTIC", true},
    {"cudnnCTCLoss", "ask for CUDNN_CTC_LOSS_ALGO_DETERMINISTIC", true},
    {"cudnnSpatialTfSamplerBackward", "cuDNN has no deterministic form of it: add in a kernel of the program's"},
    {"cudnn_frontend::graph::Graph::autotune", "build the plan that the heuristics name instead of measuring"},
    {"cudnn_frontend::graph::Graph::sdpa_backward", "tell its attributes set_deterministic_algorithm(true)"},
    {"cublasSetAtomicsMode", "set CUBLAS_ATOMICS_NOT_ALLOWED"},
    {"cub::Device", "scan or reduce integers, or with one block"},
    {"thrust", "scan or reduce integers, or by one thread"},
    {"nccl", ""},
    {"MPI_Recv", "name the sender instead of MPI_ANY_SOURCE"},
    {"MPI_Irecv", "name the sender instead of MPI_ANY_SOURCE"},
    {"MPI_Sendrecv", "name the sender instead of MPI_ANY_SOURCE"},
}};

}  // namespace

const LibraryChoice* LibraryChoiceOf(std::string_view callee) {
  const auto* const found =
      std::ranges::find_if(kChoices, [&](const LibraryChoice& choice) { return callee.starts_with(choice.prefix); });
  return found == kChoices.end() ? nullptr : found;
}

const LibraryChoice* LibraryChoiceOf(const InputOp& input) {
  const bool differs = input.source == Source::Clock || input.source == Source::Host;
  return differs ? LibraryChoiceOf(input.callee) : nullptr;
}

}  // namespace detrain::rir
