// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the engine notes while it runs a program: reads, writes, where values come from, what loops update, and the
// boundary of the step loop. The plan is made of it.
#ifndef DETRAIN_ANALYZER_INFER_RECORDS_H
#define DETRAIN_ANALYZER_INFER_RECORDS_H

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "analyzer/infer/conditions.h"
#include "analyzer/infer/state.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// What a read is for: its value; where an open file stands; a pointer to one, only to compare it with null and to close
// the file.
enum class Use : std::uint8_t { Value, Position, Close };

struct Read {
  ObjectId object = 0;
  ExprId offset = 0, length = kNoExpr;  // kNoExpr: of unknown extent
  ExprId low = kNoExpr, high = kNoExpr;
  std::shared_ptr<const Facts> facts;
  rir::Location location;
  Use use = Use::Value;
  Deps control;
  Conditions unless;    // where these hold, it sees only what the step has written; none: it may see more
  rir::Location shown;  // the same place in the program's own text
};

// Of floats: a single one, which may be stored as it was loaded from the same object (elements that a vector moves), or
// bytes that are copied.
enum class WriteKind : std::uint8_t { Other, Float, MovedFloat, CopiedFloat };

struct Write {
  ObjectId object = 0;
  ExprId offset = 0, length = kNoExpr;
  ExprId low = kNoExpr, high = kNoExpr;
  rir::Location location;
  Deps deps;
  WriteKind kind = WriteKind::Other;
  std::shared_ptr<const Facts> facts;  // of floats, while the step loop is looked for
  rir::Location shown;                 // the same place in the program's own text
  Deps control;                        // what decides whether it happens
};

enum class SourceKind : std::uint8_t { Cell, Environment, Draw, Unknown };

// What an environment's Source::what says of a library that chooses anew in each run.
inline constexpr const char* kOfLibrary = "choice of a library";

// What it says of standard input.
inline constexpr const char* kStandardInput = "stdin";

// What it says of addresses of blocks that the runtime places (runtime/src/fixed_heap.h), of those that it would place
// if the threads asked in one order, and of others.
inline constexpr const char* kHeapAddress = "address of the heap";
inline constexpr const char* kAddressAtOnce = "address of a block that several threads ask for at once";
inline constexpr const char* kAddress = "address";

// Where a value can come from: a leaf of an object, a clock, a generator.
struct Source {
  SourceKind kind = SourceKind::Cell;
  ObjectId object = 0;
  std::uint64_t leaf = 0;  // canonical offset within one element
  std::string what;        // env kind, stream
  rir::Location location;
  bool is_recorded = false;  // env: the runtime records it
  // Each run is given the same, as of a file: what hangs on it need not be masked where runs are compared.
  [[nodiscard]] bool IsData() const { return is_recorded && (what == kStandardInput || what == kHeapAddress); }
  [[nodiscard]] bool IsAddress() const {
    return kind == SourceKind::Environment && (what == kAddress || what == kHeapAddress || what == kAddressAtOnce);
  }
  // Plans list readings of the environment by place; of numbers that are made of addresses there are too many.
  [[nodiscard]] auto Key() const {
    const rir::Location at = kind == SourceKind::Environment && !IsAddress() ? location : rir::Location();
    return std::tuple(kind, object, leaf, std::string_view(what), is_recorded, at.file, at.line, at.column);
  }
  auto operator<=>(const Source& o) const { return Key() <=> o.Key(); }
  bool operator==(const Source& o) const { return Key() == o.Key(); }
};

struct OutputRecord {
  rir::Location location;
  std::uint32_t argument = 0;
  Deps deps;
  Deps control;
  bool to_file = false;
};

struct OpaqueRecord {
  std::string callee;
  rir::Location location;
  std::string source;  // "opaque" or "catalog"
  std::string effect;
  bool is_on_stack = false;  // a variable of a thread that waits
};

// What one name stands for among the floats of an object: a member of a record, or all of an array.
struct Buffer {
  ObjectId object = 0;
  std::uint64_t leaf = 0;  // as Engine::LeafAt gives it
  auto operator<=>(const Buffer&) const = default;
};

// One loop statement, over all call paths on which it ran.
struct LoopRecord {
  const rir::Function* function = nullptr;
  const rir::LoopOp* loop = nullptr;
  rir::Location location;
  std::set<Buffer> updated;  // float buffers written and read across iterations, not element by element of this loop
  // What single runs of it update: of layers that take turns in it, each run another one.
  std::set<std::set<Buffer>> runs;
  // The same as `updated` for single numbers and buffers that are copied into: they count where no loop computes a
  // buffer.
  std::set<Buffer> weak, weak_parts;
  // Of `updated`, those of which an iteration reads more than the very elements that it writes. The others only
  // accumulate: sums, gradients.
  std::set<Buffer> reread;
  // Buffers to which an iteration writes nothing that was computed from them: rows that are read in and appended, for
  // which what is there already moves to a larger block.
  std::set<Buffer> appended;
  std::set<Buffer> computed;     // those to which some iteration does
  std::set<Buffer> copied;       // float buffers copied into from what was computed from them
  std::set<Buffer> overwritten;  // float buffers that an iteration writes, and of which it reads nothing older
  // Float buffers of which an iteration updates the elements that a table picks, and each iteration of the loop around
  // it looks at the same entries of the table: an epoch over samples.
  std::set<Buffer> picked;
  std::map<Buffer, Deps> depends;              // what is written to them depends on
  Deps looked_at;                              // what is written to overwritten ones depends on
  std::set<const rir::LoopOp*> inside;         // loops that run inside it
  std::set<const rir::LoopOp*> around;         // in some run
  std::set<const rir::LoopOp*> always_around;  // in every run
  std::set<Buffer> partial;                    // float buffers whose elements it walks over
  std::set<ObjectId> made;                     // of those that it updates, and of which: not there when it began
  std::uint64_t ended = 0;                     // after how many reads
  bool repeats = false;                        // it may run more than once
};

struct NestStep {  // how control stood when the boundary was reached
  const rir::Function* function = nullptr;
  const rir::LoopOp* loop = nullptr;  // null: a call
  rir::Location location;
};

// What the plan is made of.
struct Boundary {
  std::vector<State> states;         // possible states at the boundary
  bool is_settled = true;            // false: they may not be all
  State entry;                       // where the step loop is entered
  bool is_in_row = false;            // a later one of loops in a row: `outer` is where the row begins
  State outer;                       // where the outermost loop of the nest is entered: what the code before it left
  AtomId outer_atoms = 0;            // values of lower symbols were known there
  std::uint64_t outer_versions = 0;  // and contents of lower versions
  std::vector<Read> exposed;         // read after the boundary before being written
  std::vector<Write> writes;         // in the nest of loops around it
  std::vector<State> ends;           // where the next boundary is reached
  std::vector<NestStep> nest;
  std::vector<ObjectId> frames;  // variables of the functions on the stack, outermost first
  std::map<ObjectId, std::uint32_t> frame_of;
};

}  // namespace detrain::infer

#endif
