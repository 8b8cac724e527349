// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checkpoint plan: which loop is the step loop, and for everything that is live across its boundary, whether a
// checkpoint must hold it and why. This is the product of the phase; docs/plan.md explains it. The JSON form is the
// contract "detrain-plan/1" (print_json.h).
#ifndef DETRAIN_ANALYZER_PLAN_PLAN_H
#define DETRAIN_ANALYZER_PLAN_PLAN_H

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::plan {

enum class Persistence : std::uint8_t {
#define DETRAIN_PERSISTENCE(Name, Text, Saved) Name,
#include "analyzer/plan/persistence.def"
};
const char* Text(Persistence persistence);
bool IsSaved(Persistence persistence);

// A place in the user's source, with the file's name as the user gave it.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const Place&) const = default;
};

struct Reason {
  Place place;
  std::string message;
  bool is_unfollowed = false;  // of the program's own memory, which only a plan that saves all of it is sure to hold
};

// One line of `entries` in the JSON form.
struct Entry {
  std::string path;      // "model.m_memory"
  Place declared;        // of the variable or member
  std::string type;      // "f32[]", "i32", "u64[16]"
  std::string extent;    // in the user's words: "model.num_parameters", "16"; empty for a scalar
  bool is_each = false;  // there may be several blocks of that extent
  std::string space = "host";
  Persistence persistence = Persistence::Dead;
  bool saved = false;
  std::vector<std::string> conditions;  // left out only where all of these hold, else saved as carried
  std::vector<Reason> why;              // never empty
};

struct Assumption {
  std::string callee;
  Place place;
  std::string source;  // "catalog", "opaque", "user"
  std::string effect;
};

struct LogArgument {
  Place place;                 // of the call
  std::uint32_t argument = 0;  // 1-based, as a reader counts the call's arguments
  bool is_to_file = false;     // not masked: a replay gives the readings again
};

// A reading of the environment inside the nest, which the runtime records.
struct Input {
  Place place;
  std::string what;                  // clock, entropy, process
  std::vector<std::string> reaches;  // paths of state, sorted
};

// A loop statement. Found again in the AST by the place of its keyword.
struct LoopSite {
  Place place;
  std::string function;       // as the user writes it
  std::string function_link;  // rir::Function::link_name
};

// How control reaches the step loop, outermost first. The last level is the step loop. Levels that are loops enclose
// it; a call level is the statement in the enclosing function that (directly) calls the next level's function.
struct NestLevel {
  bool is_loop = true;           // false: a call
  LoopSite site;                 // of the loop keyword, or of the call expression
  bool is_in_construct = false;  // of OpenMP: no boundary can stand there, among its threads
};

inline constexpr const char* kInConstruct =
    "the step loop's nest stands inside an OpenMP construct; a step must begin outside";

// What the runtime must know of memory: mirrors detrain_region and detrain_leaf of runtime/include/detrain/detrain.h.
enum class DType : std::uint8_t {
  Bool,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64,
  F80,
  Ptr,
  File,
  Fd,
  Bytes,
  Ifstream,  // C++ streams on files: objects of the program
  Ofstream,
  Fstream,
  ShortText,  // where a string keeps a short text
  Ostream,    // std::cout and its kind, and streams in memory: how it writes numbers
  Object      // of a library that only the library looks into
};

constexpr bool IsFileStream(DType type) {
  return type == DType::Ifstream || type == DType::Ofstream || type == DType::Fstream;
}

constexpr bool IsStream(DType type) {
  return IsFileStream(type) || type == DType::Ostream;
}

// A leaf of a region: indices into CheckpointPlan::regions and Region::leaves.
struct LeafPlace {
  std::int32_t region = -1;
  std::size_t leaf = 0;
  bool operator==(const LeafPlace&) const = default;
};

// One operation of a postfix program on 64-bit integers.
struct FormulaCode {
  enum class Op : std::uint8_t { Number, Leaf, Add, Multiply, Divide };  // Divide rounds down, of numbers >= 0
  Op op = Op::Number;
  std::int64_t number = 0;
  LeafPlace leaf;
  bool operator==(const FormulaCode&) const = default;
};

// A condition on numbers that no step changes, which the program tests at its first boundary.
struct Condition {
  std::string text;               // "vocab_size <= padded_vocab_size"
  std::vector<FormulaCode> code;  // what it computes is >= 0 where the condition holds
};

// As struct detrain_used of the runtime has it.
struct Used {
  std::int64_t begin = 0, end = 0;
  std::uint64_t more = 0;
  std::int64_t inner_begin = 0, inner_end = 0;
};

// As struct detrain_flag of the runtime has it.
struct Flag {
  std::int64_t at = 0;
  std::uint32_t is = 0;
};

inline constexpr std::size_t kMaxFlags = 2;

struct Leaf {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t count = 1;  // 0: to the end of the block
  std::uint64_t outer_count[2] = {1, 1};
  std::uint64_t outer_stride[2] = {0, 0};
  DType dtype = DType::Bytes;
  Persistence persistence = Persistence::Dead;
  bool names_object = false;
  bool keep = false;
  std::int32_t target = -1;  // index into CheckpointPlan::regions
  std::int64_t counter_per_step = 0;
  std::string kind;                   // Object: "torch::Tensor"
  Used used;                          // pointers: the part of their block
  std::vector<Flag> present;          // as struct detrain_leaf of the runtime has it, kMaxFlags at most
  std::uint64_t bits = 0;             // the same
  std::vector<Condition> conditions;  // dead only where all of them hold, else carried
  std::vector<FormulaCode> formula;   // Derived: computes it from leaves that are saved or invariant
};

enum class RegionKind : std::uint8_t { Variable, Heap, Hidden };

struct Region {
  std::string path;
  RegionKind kind = RegionKind::Variable;
  // Variables: how the rewriter reaches them.
  rir::RegionKind variable_kind = rir::RegionKind::Local;
  std::string name;           // the identifier
  std::string function_link;  // Local, Param, FunctionStatic: the function
  std::string link_name;      // of the others, as the linker calls them
  Place declared;             // of the identifier in its declaration
  bool is_const = false;
  std::uint32_t frame = 0;  // Local, Param: which function of the nest binds it, 0 = outermost function
  // Local: its scope may have ended before the loop. Where it has, nothing is left to be saved.
  bool may_be_over = false;
  std::uint64_t element_size = 0;
  std::uint64_t header = 0;  // heap: bytes in front of the first element
  // Objects of several classes behind one pointer: the class, as the C++ ABI spells it, and the region that stands for
  // all of them where a pointer's target is named.
  std::string class_name;
  std::int32_t class_of = -1;
  std::vector<Leaf> leaves;
};

// The region of the blocks that are saved as they lie, as the runtime calls it (runtime/src/walk.h).
inline constexpr const char* kHeapImage = "heap::image";

// What an assumption is about where results hang on addresses of blocks.
inline constexpr const char* kHeapAddresses = "heap";

// Whether a checkpoint holds some of it.
bool IsSaved(const Region& region);

enum class Guarantee : std::uint8_t { Bitwise, Modelled, NotReplayable };

// An addition that OpenMP's threads make to memory which they share, or a place where they can take turns, and what
// else their loop or region does with that memory, under whatever name (analyzer/flow/additions.h).
struct ParallelAddition {
  struct Use {
    Place place;  // line 0: not known
    bool is_addition = false;
  };
  Place place;
  bool is_turn = false;
  std::vector<Use> others;
};

struct CheckpointPlan {
  std::vector<std::string> program;
  LoopSite step_loop;
  std::string why_this_loop;      // one sentence
  std::vector<NestLevel> nest;    // outermost first, the step loop last
  std::vector<LoopSite> others;   // other loops that could be the step loop
  std::uint32_t loop_number = 0;  // among loops in a row
  std::uint32_t tier = 1;         // 0: all state is saved, as nothing follows the program (analyzer/tier0)
  std::vector<Reason> tier_why;   // of tier 0: why
  Guarantee guarantee = Guarantee::Modelled;
  std::vector<Reason> guarantee_why;  // causes, where not bitwise
  std::vector<Place> on_stacks;       // of them: where variables are declared that threads keep while they wait
  std::vector<Entry> entries;         // saved ones first, then by declaration
  std::vector<Assumption> assumptions;
  std::vector<LogArgument> log_arguments;
  std::vector<Input> inputs;  // by place
  std::vector<Region> regions;
  std::vector<ParallelAddition> additions;  // for the rewrite alone
  bool records_inputs_in_loop = false;
  // What the blocks of the heap begin at multiples of: the program rounds addresses, or reads their low bits. The
  // runtime sees to it. 0: what malloc gives is enough.
  std::int64_t block_alignment = 0;
  // Whether the program's blocks must lie at the same addresses in every process.
  bool fixed_heap = false;
  std::string hash;  // 16 hex digits: paths, types, extents, persistence, loop number; never lines or comments
  // Loops in a row: this is the plan of the first one, these are those of the others, in the order in which they run.
  // One loop may be come to on several ways, each with its plan.
  std::vector<CheckpointPlan> later;
  // The number of the loop with which its row begins. Its own: it is the first one, or the only one in its branch.
  std::uint32_t row_begin = 0;
  Place before_row;  // of what runs last in front of that row; line 0: nothing does
};

// Of one loop, or of each of loops in a row.
template <typename Plan, typename Use>
void ForEachLoop(Plan& plan, Use use) {
  use(plan);
  for (auto& later : plan.later)
    use(later);
}

}  // namespace detrain::plan

#endif
