// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CUDA's declarations are to the rest of lift.
#ifndef DETRAIN_ANALYZER_LIFT_CUDA_FACTS_H
#define DETRAIN_ANALYZER_LIFT_CUDA_FACTS_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace detrain::lift {

// Memory that the threads of a block share. In the host's view load/data/cuda.compat.inc makes it an annotation.
bool IsShared(const clang::VarDecl* variable);
// `extern __shared__ float s[]`: as large as the launch says.
bool IsDynamicShared(const clang::VarDecl* variable);

// Whether the declaration has that annotation of load/data/cuda.compat.inc.
bool IsAnnotated(const clang::Decl* decl, llvm::StringRef text);

// What a function of CUDA's own headers does on the GPU.
enum class DeviceCall {
  None,       // not one of them, or one whose body says it
  Load,       // reads through its pointer: __ldg
  Store,      // writes through its pointer: __stcs
  Atomic,     // atomicAdd
  Barrier,    // of a block, a warp or a group
  Fence,      // of memory
  Vote,       // a barrier that also counts: __syncthreads_count
  Exchange,   // its result depends on what other lanes bring: __shfl_sync
  Lane,       // its result depends on which thread asks: cg::thread_rank
  Clock,      // clock64
  Least,      // min
  Greatest,   // max
  Numbers,    // all three of blockIdx or one of its like: what makes a dim3 of it
  Pure,       // computes from its arguments
  Nothing,    // __nanosleep
  Unmodelled  // textures, surfaces, copies in the background
};
DeviceCall DeviceCallOf(const clang::FunctionDecl* callee, const clang::ASTContext& ast);

// Of a barrier: whether the threads of all blocks wait there, as a cooperative launch lets them.
bool IsGridBarrier(const clang::CallExpr* call);

// Operations of CUB's that give each thread numbers of its own through references, by the classes that have them. Not
// those that go through pointers and iterators, or into an array of the whole block.
bool GivesNumbers(const clang::FunctionDecl* callee);

// What such an operation does with a parameter, which CUB says by its name: input, output, block_aggregate.
enum class Given : std::uint8_t {
  Nothing,  // it is only read
  InPlace,  // keys and items that are sorted and moved
  Result,   // of the thread's own
  ForAll    // the same for all threads
};
Given GivenThrough(const clang::ParmVarDecl* parameter);

// What an atomic function does to the place: "+", "max", "cas"; empty: not an atomic.
std::string AtomicOperator(llvm::StringRef name);

// "blockIdx" of the type that Clang gives blockIdx and its copies; empty: something else.
std::string LaunchVariableOf(const clang::CXXRecordDecl* record);

// "threadIdx.x" and its kind, which Clang makes a property of an object without members; empty: something else.
std::string LaunchIndex(const clang::Expr* expr);

// Of a text that is part of detrain (analyzer/load/data, Thrust as the host backend has it).
bool IsOfOwnText(const clang::Decl* decl, const clang::SourceManager& sources);

// A function of __global__.
bool IsKernel(const clang::FunctionDecl* function);

// What a kernel, and all that it calls, do.
struct KernelFacts {
  bool exchanges = false;  // threads wait for each other, or see each other's values
  std::vector<const clang::VarDecl*> shared;
  // By dimension: blocks are multiplied by their size, so that threads are numbered over the whole grid.
  std::array<bool, 3> is_numbered = {false, false, false};
};
KernelFacts FactsOf(const clang::FunctionDecl* kernel, const clang::ASTContext& ast);

}  // namespace detrain::lift

#endif
