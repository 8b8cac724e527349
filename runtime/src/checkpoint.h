// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// meta.json of a step as data. docs/checkpoint-format.md describes the file.
#ifndef DETRAIN_RUNTIME_SRC_CHECKPOINT_H
#define DETRAIN_RUNTIME_SRC_CHECKPOINT_H

#include <cstdint>
#include <string>
#include <vector>

#include "files.h"
#include "heap.h"
#include "outputs.h"
#include "threads.h"

namespace detrain::runtime {

struct Entry {
  std::string name;
  std::string path;
  std::string part;  // as of a tensor
  std::uint64_t element = 0;
  std::int64_t leaf = 0;
  std::int64_t object = 0;
  std::string persistence;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t hash = 0;
  std::string file;  // relative to DIR
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  // In a compressed file `offset` and `length` are those of the bytes once decompressed; here is where they lie packed,
  // in a frame of their own.
  std::uint64_t packed_offset = 0;
  std::uint64_t packed_length = 0;
};

bool IsPacked(const Entry& entry);

constexpr std::uint64_t kNoPlace = UINT64_MAX;

struct SavedObject {
  std::int64_t number = 0;
  std::string kind;          // "variable", "heap", "hidden", "file", "library", "program"
  std::string path;          // of the region; of the file; name of the library
  std::int64_t region = -1;  // heap: index in the plan (a pointer and what it leads to may share a path)
  std::uint64_t size = 0;
  std::uint64_t alignment = 0;
  Allocator allocator = Allocator::Malloc;
  std::int64_t seal = kNotSealed;
  std::uint64_t ordinal = 0;  // heap: how manyth allocation of its thread; file: how manyth open
  std::uint64_t thread = 0;
  std::uint64_t place = kNoPlace;  // heap: in the fixed heap, in bytes from its beginning
  std::string build;               // program, library: of which build; saved pointers lead into it
};

// A number that stands for a block where addresses are compared (address_numbers.h).
struct SavedNumber {
  std::int64_t object = 0;  // as in pointers; a block from before the loop has its number there, followed or not
  std::int64_t index = 0;   // of a freed block: which pointer to it
  std::uint64_t number = 0;
  std::uint64_t offset = 0;  // of a freed block: where that pointer leads to in it
};

// A block of the fixed heap.
struct SavedBlock {
  std::uint64_t place = 0;
  std::uint64_t size = 0;
  std::uint64_t alignment = 0;
  Allocator allocator = Allocator::Malloc;
  std::int64_t seal = kNotSealed;
};

// The program, of no name, or a library.
struct SavedModule {
  std::string name;
  std::string build;
  std::uint64_t base = 0;  // 0: no saved byte leads there
};

struct SavedHeap {
  bool is_fixed = false;
  std::vector<SavedBlock> others;    // that are no objects: nobody needs what is in them, but there they are
  std::vector<SavedModule> modules;  // that bytes saved as they lie are of, or lead into
  std::string arguments;             // of the program, hashed, where pointers lead to them; else empty
};

// A saved region of the plan that does not exist at this step.
struct AbsentRegion {
  std::string path;
  std::string why;  // "model.m_memory is null"
};

struct Checkpoint {
  std::string program;
  std::string plan;  // hash
  std::uint64_t loop = 0;
  std::uint64_t step = 0;
  std::int64_t regions = 0;
  std::int64_t sealed = 0;                     // blocks alive where the code before the loop ended
  std::vector<std::string> failed_conditions;  // of the plan: what hangs on them is saved
  std::vector<std::string> ranks;              // of rank 0: hashes of the other ranks' meta.json
  ThreadPlaces threads;
  std::vector<SavedNumber> numbers;
  std::uint64_t last_number = 0;  // 0: no container asked for any
  std::vector<Entry> entries;
  std::vector<SavedObject> objects;
  std::vector<AbsentRegion> absent;
  SavedHeap heap;
  std::vector<OpenFile> files;
  std::vector<OutputRecord> outputs;
};

std::string Print(const Checkpoint& checkpoint);
// False with the key at fault in `why`: of another form, or naming files that no step has.
bool Parse(const std::string& text, Checkpoint& checkpoint, std::string& why);

// A list of outputs in one line, for other ranks.
std::string PrintOutputs(const std::vector<OutputRecord>& outputs);
bool ParseOutputs(const std::string& text, std::vector<OutputRecord>& outputs);

}  // namespace detrain::runtime

#endif
