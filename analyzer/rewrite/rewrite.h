// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a plan into edits. Edits are data: they never overlap, and applying them is somebody else's job (patch.h).
#ifndef DETRAIN_ANALYZER_REWRITE_REWRITE_H
#define DETRAIN_ANALYZER_REWRITE_REWRITE_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/load/load.h"
#include "analyzer/plan/plan.h"

namespace detrain::rewrite {

// Replaces `length` bytes at `offset` of a file by `text`.
struct Edit {
  std::string file;
  unsigned offset = 0;
  unsigned length = 0;
  std::string text;
  std::string cause;
  bool operator==(const Edit&) const = default;
};

struct NewFile {
  std::string path;  // beside the source that includes it
  std::string text;
};

// Something about the rewrite that the user must know, and where.
struct Remark {
  plan::Place place;
  std::string message;
};

struct Patch {
  std::vector<Edit> edits;  // by file, then offset
  std::vector<NewFile> files;
  std::vector<Remark> changes_numbers;  // sites whose results are rounded otherwise than the original's
  std::vector<Remark> left;             // sites that depend on order and stay as they are
};

// Where the kernels of a CUDA program run.
enum class Cuda : std::uint8_t { Gpu, Host };

// Parallel regions of OpenMP that get one thread, where their threads would write memory of one another.
struct InOrder {
  bool is_all = false;
  std::vector<plan::Place> places;  // where these regions begin

  [[nodiscard]] bool IsAsked() const { return is_all || !places.empty(); }
};

struct Options {
  bool trace_ops = false;  // values of operations can be logged: docs/diff.md
  Cuda cuda = Cuda::Gpu;
  bool is_deterministic = true;  // what depends on the order of threads is replaced
  unsigned shards = 8;           // virtual shards of loops that add floating-point numbers in parallel
  InOrder in_order = {};
  bool has_virtual_clock = false;  // clocks count readings: they are the same in every run
};

class Program;  // program.h

// Errors: Coverage where the loop stands in a macro or a header, or where what a resume must skip cannot be jumped
// over.
Result<Patch> Rewrite(const plan::CheckpointPlan& plan, const Program& program);

// CUDA units in C++ for the CPU, and nothing else: what the unmodified program is built from (docs/cuda-host.md).
// Errors: Coverage where there is no such form.
Result<Patch> TranslateForHost(std::span<const load::LoadedUnit* const> units);

// The text of `file` with its edits applied.
std::string Apply(const std::string& text, const std::string& file, const Patch& patch);

}  // namespace detrain::rewrite

#endif
