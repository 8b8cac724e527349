// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/tables.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "analyzer/plan/print_json.h"

namespace detrain::rewrite {

namespace {

const char* DTypeName(plan::DType type) {
  static const char* const names[] = {"BOOL",     "I8",       "U8",      "I16",        "U16",     "I32",
                                      "U32",      "I64",      "U64",     "F16",        "BF16",    "F32",
                                      "F64",      "F80",      "PTR",     "FILE",       "FD",      "BYTES",
                                      "IFSTREAM", "OFSTREAM", "FSTREAM", "SHORT_TEXT", "OSTREAM", "OBJECT"};
  return names[static_cast<int>(type)];
}

std::string Upper(std::string text) {
  for (char& c : text)
    c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

template <typename Number>
std::string Text(Number value) {
  return std::to_string(value);
}

std::string UsedText(const plan::Used& u) {
  return std::string("{") + Text(u.begin) + ", " + Text(u.end) + ", " + Text(u.more) + ", " + Text(u.inner_begin) +
         ", " + Text(u.inner_end) + "}";
}

// Kinds of library objects that the plan has, in order.
std::vector<std::string> KindsOf(const plan::CheckpointPlan& plan) {
  std::set<std::string> kinds;
  for (const plan::Region& region : plan.regions)
    for (const plan::Leaf& leaf : region.leaves)
      if (leaf.dtype == plan::DType::Object)
        kinds.insert(leaf.kind);
  return {kinds.begin(), kinds.end()};
}

// "torch::Tensor": what the runtime's header of the library calls the functions for it.
std::string KindRows(const std::vector<std::string>& kinds) {
  std::string rows;
  for (std::string kind : kinds) {
    kind.replace(kind.find("::"), 2, "_");
    rows += "    &detrain_" + kind + ",\n";
  }
  return rows;
}

std::string FlagsText(const std::vector<plan::Flag>& flags) {
  std::string text;
  for (std::size_t i = 0; i < plan::kMaxFlags; ++i) {
    const plan::Flag flag = i < flags.size() ? flags[i] : plan::Flag{};
    text += (i == 0 ? "{{" : ", {") + Text(flag.at) + ", " + Text(flag.is) + "}";
  }
  return text + "}";
}

// In hexadecimal no compiler takes it for a number with a sign.
std::string BitsText(std::uint64_t bits) {
  std::ostringstream text;
  text << std::hex << "0x" << bits << "U";
  return bits == 0 ? "0" : text.str();
}

std::string LeafRow(const plan::Leaf& l, const std::vector<std::string>& kinds) {
  const std::int64_t target =
      l.dtype == plan::DType::Object ? std::ranges::find(kinds, l.kind) - kinds.begin() : l.target;
  return "    {" + Quoted(l.path) + ", " + Text(l.offset) + ", " + Text(l.count) + ", {" + Text(l.outer_count[0]) +
         ", " + Text(l.outer_count[1]) + "}, {" + Text(l.outer_stride[0]) + ", " + Text(l.outer_stride[1]) +
         "}, DETRAIN_" + DTypeName(l.dtype) + ", DETRAIN_" + Upper(plan::Text(l.persistence)) + ", " +
         (l.names_object ? "1" : "0") + ", " + (l.keep ? "1" : "0") + ", " + Text(target) + ", " +
         Text(l.counter_per_step) + ", " + UsedText(l.used) + ", " + FlagsText(l.present) + ", " + BitsText(l.bits) +
         "},\n";
}

std::string RegionRow(const plan::Region& r, std::size_t first_leaf) {
  static const char* const kinds[] = {"VARIABLE", "HEAP", "HIDDEN"};
  return "    {" + Quoted(r.path) + ", DETRAIN_" + kinds[static_cast<int>(r.kind)] + ", " + (r.is_const ? "1" : "0") +
         ", " + Text(r.frame) + ", " + Text(r.element_size) + ", " + Text(first_leaf) + ", " + Text(r.leaves.size()) +
         ", " + Text(r.header) + "},\n";
}

// The loops of a row in whose checkpoints the entry is.
std::string SavedIn(const std::vector<plan::CheckpointPlan>& plans, const std::string& path) {
  std::string loops;
  for (const plan::CheckpointPlan& plan : plans)
    if (std::ranges::any_of(plan.entries, [&](const plan::Entry& e) { return e.saved && e.path == path; }))
      loops.append(loops.empty() ? "" : ",").append(Text(plan.loop_number));
  return std::string("[").append(loops).append("]");
}

std::string EntryText(const std::vector<plan::CheckpointPlan>& plans, const plan::Entry& entry) {
  std::string text = plan::PrintEntry(entry);
  if (plans.size() > 1)
    text.insert(text.size() - 1, std::string(",\"saved_in\":").append(SavedIn(plans, entry.path)));
  return text;
}

// Of loops in a row, what the first one says of an entry.
std::string EntryRows(const std::vector<plan::CheckpointPlan>& plans) {
  std::string rows;
  std::set<std::string> known;
  for (const plan::CheckpointPlan& plan : plans)
    for (const plan::Entry& entry : plan.entries)
      if (known.insert(entry.path).second)
        rows += "    " + Quoted(EntryText(plans, entry)) + ",\n";
  return "static const char* const detrain_entries[] = {\n" + rows + "    0,\n};\n";
}

std::string Table(const std::string& declared, const std::string& rows) {
  return rows.empty() ? "" : "static const struct " + declared + "[] = {\n" + rows + "};\n";
}

// Regions of classes, and the region that stands for them.
std::string ClassRows(const plan::CheckpointPlan& plan) {
  std::string rows;
  for (std::size_t r = 0; r < plan.regions.size(); ++r)
    if (const plan::Region& region = plan.regions[r]; region.class_of >= 0)
      rows += "    {" + Quoted(region.class_name) + ", " + Text(region.class_of) + ", " + Text(r) + "},\n";
  return rows;
}

// Conditions and formulas by leaf, and what they compute.
class CodeTables {
 public:
  explicit CodeTables(const plan::CheckpointPlan& plan) : suffix_(SuffixOf(plan)) {
    std::size_t leaves = 0;
    for (const plan::Region& r : plan.regions) {
      first_leaf_.push_back(leaves);
      leaves += r.leaves.size();
    }
    for (std::size_t r = 0; r < plan.regions.size(); ++r)
      for (std::size_t l = 0; l < plan.regions[r].leaves.size(); ++l)
        AddLeaf(first_leaf_[r] + l, plan.regions[r].leaves[l]);
  }

  [[nodiscard]] std::string Print() const {
    return Table("detrain_condition detrain_conditions" + suffix_, conditions_) +
           Table("detrain_formula detrain_formulas" + suffix_, formulas_) +
           Table("detrain_code detrain_code" + suffix_, code_);
  }
  // The last members of the plan.
  [[nodiscard]] std::string Members() const {
    return Member("detrain_conditions", conditions_) + ", " + Text(condition_count_) + ", " +
           Member("detrain_formulas", formulas_) + ", " + Text(formula_count_) + ", " + Member("detrain_code", code_);
  }

 private:
  void AddLeaf(std::size_t index, const plan::Leaf& leaf) {
    for (const plan::Condition& condition : leaf.conditions) {
      conditions_ += "    {" + Quoted(condition.text) + ", " + Text(index) + ", " + Add(condition.code) + "},\n";
      ++condition_count_;
    }
    if (leaf.formula.empty())
      return;
    formulas_ += "    {" + Text(index) + ", " + Add(leaf.formula) + "},\n";
    ++formula_count_;
  }

  // Adds the operations; gives where they begin, and how many they are.
  std::string Add(const std::vector<plan::FormulaCode>& code) {
    static const char* const ops[] = {"NUMBER", "VALUE", "ADD", "MULTIPLY", "DIVIDE"};
    for (const plan::FormulaCode& c : code) {
      const bool is_leaf = c.op == plan::FormulaCode::Op::Leaf;
      const std::string operand =
          is_leaf ? Text(first_leaf_[static_cast<std::size_t>(c.leaf.region)] + c.leaf.leaf) : Text(c.number);
      code_ += std::string("    {DETRAIN_") + ops[static_cast<int>(c.op)] + ", " + operand + "},\n";
    }
    const std::string place = Text(length_) + ", " + Text(code.size());
    length_ += code.size();
    return place;
  }

  [[nodiscard]] std::string Member(const char* name, const std::string& rows) const {
    return rows.empty() ? "0" : name + suffix_;
  }

  std::string suffix_;
  std::vector<std::size_t> first_leaf_;  // by region
  std::string conditions_, formulas_, code_;
  std::size_t condition_count_ = 0, formula_count_ = 0, length_ = 0;
};

// A plan always has a region, and a region a leaf: the step loop changes something.
std::string PlanTables(const plan::CheckpointPlan& plan, const HeaderParts& parts) {
  const bool changes_numbers = parts.changes_numbers;
  const std::string late = parts.late.empty() ? "0, 0" : "detrain_late_statics, " + Text(parts.late.size());
  std::string leaves, regions;
  std::size_t count = 0;
  unsigned frames = 1;
  const std::vector<std::string> kinds = KindsOf(plan);
  for (const plan::Region& r : plan.regions) {
    regions += RegionRow(r, count);
    for (const plan::Leaf& l : r.leaves)
      leaves += LeafRow(l, kinds);
    count += r.leaves.size();
    frames = std::max(frames, r.frame + 1);
  }
  const std::string program = plan.program.empty() ? "" : plan.program[0], suffix = SuffixOf(plan);
  const CodeTables tables(plan);
  const std::string classes = ClassRows(plan);
  return tables.Print() + Table("detrain_object_kind* const detrain_kinds" + suffix, KindRows(kinds)) +
         Table("detrain_class detrain_classes" + suffix, classes) +
         Table("detrain_leaf detrain_leaves" + suffix, leaves) +
         Table("detrain_region detrain_regions" + suffix, regions) + "const struct detrain_plan detrain_plan" + suffix +
         " = {\n    DETRAIN_ABI, " + Quoted(program) + ", " + Quoted(plan.hash) + ", detrain_entries, detrain_regions" +
         suffix + ", " + Text(plan.regions.size()) + ", detrain_leaves" + suffix + ", " + Text(count) + ", " +
         Text(plan.loop_number) + ", " + Text(frames) + ", " + (plan.records_inputs_in_loop ? "1" : "0") + ", " +
         (changes_numbers ? "1" : "0") + ", " + tables.Members() + ", " +
         (classes.empty() ? "0" : "detrain_classes" + suffix) + ", " + Text(std::ranges::count(classes, '\n')) +
         (kinds.empty() ? ", 0, 0" : ", detrain_kinds" + suffix + ", " + Text(kinds.size())) + ", " + late + ",\n};\n";
}

// The statics that must be announced before main, and what the program's start is told of them.
std::string RequiredRows(const std::vector<Announcement>& at_start) {
  if (at_start.empty())
    return "";
  std::string marks, rows;
  for (const Announcement& one : at_start) {
    const std::string mark = "detrain_announced_" + Text(one.number);
    marks.append("DETRAIN_EXTERN const char ").append(mark).append(" __attribute__((weak));\n");
    rows.append("    {").append(Quoted(one.path)).append(", &").append(mark).append("},\n");
  }
  return marks.append(Table("detrain_required detrain_statics_required", rows))
      .append("__attribute__((constructor)) static void detrain_require_statics(void) {\n")
      .append("  detrain_require(detrain_statics_required, ")
      .append(Text(at_start.size()))
      .append(");\n}\n");
}

std::string LateRows(const std::vector<Announcement>& late) {
  if (late.empty())
    return "";
  std::string rows;
  std::size_t marks = 0;
  for (const Announcement& one : late) {
    const std::string mark = "&detrain_come_to[" + Text(one.number) + "]";
    rows.append("    {").append(Quoted(one.path)).append(", ").append(one.is_marked ? mark : "0").append("},\n");
    marks = std::max(marks, one.number + 1);
  }
  return "unsigned char detrain_come_to[" + Text(marks) + "];\n" + Table("detrain_late detrain_late_statics", rows);
}

// In the texts below "$" is the plan's suffix.
constexpr const char* kPlan =
    "extern const struct detrain_plan detrain_plan$ __attribute__((visibility(\"hidden\")));\n";

constexpr const char* kWay = "extern const struct detrain_plan* detrain_way __attribute__((visibility(\"hidden\")));\n";

// The size is that of the type, as compilers warn about that of a parameter that is declared as an array. The address
// goes to a function that might write, as they warn where one that does not is given a variable without a value.
constexpr const char* kBinds =
    R"(static inline void detrain_bind_variable$(uint32_t index, volatile void* address, size_t size) {
  detrain_bind(&detrain_plan$, index, address, size);
}
#define DETRAIN_BIND$(index, variable) \
  detrain_bind_variable$(index, (volatile void*)(uintptr_t) & (variable), sizeof(__typeof__(variable)))
#define DETRAIN_ARRAY$(index, array) \
  detrain_bind_array(&detrain_plan$, index, (volatile void*)(array), sizeof(array))
)";

// `&` may be the program's own operator.
constexpr const char* kBindsOfCxx = R"(template <typename DetrainType>
inline void detrain_bind_variable$(uint32_t index, DetrainType& variable) {
  detrain_bind(&detrain_plan$, index, __builtin_addressof(variable), sizeof(DetrainType));
}
template <typename DetrainType>
inline void detrain_bind_target$(uint32_t index, DetrainType& target) {
  detrain_bind_reference(&detrain_plan$, index, __builtin_addressof(target));
}
#define DETRAIN_BIND$(index, variable) detrain_bind_variable$(index, variable)
template <typename DetrainList>
inline void detrain_bind_list$(uint32_t index, const DetrainList& list) {
  detrain_bind(&detrain_plan$, index, list.begin(), list.size() * sizeof(*list.begin()));
}
#define DETRAIN_REFERENCE$(index, target) detrain_bind_target$(index, target)
#define DETRAIN_LIST$(index, list) detrain_bind_list$(index, list)
#define DETRAIN_ARRAY$(index, array) detrain_bind_array(&detrain_plan$, index, array, sizeof(array))
)";

// A mark for the program's start, and what announces a static before main.
constexpr const char* kAnnounces = R"(#ifdef __cplusplus
#define DETRAIN_EXTERN extern "C"
#else
#define DETRAIN_EXTERN extern
#endif
#define DETRAIN_ANNOUNCES(number)                                                                      \
  DETRAIN_EXTERN const char detrain_announced_##number __attribute__((weak, visibility("default"))); \
  const char detrain_announced_##number = 1;                                                           \
  __attribute__((constructor)) static void detrain_announce_##number(void)
DETRAIN_EXTERN unsigned char detrain_come_to[];
)";

// Statics of inline functions and those that are made when their function first runs announce themselves then.
constexpr const char* kStaticsOfCxx =
    R"(#define DETRAIN_COMES_TO(number) __atomic_store_n(&detrain_come_to[number], 1, __ATOMIC_RELAXED)
template <typename DetrainType>
inline bool detrain_register_variable(const char* path, DetrainType& variable) {
  detrain_register(path, __builtin_addressof(variable), sizeof(DetrainType));
  return true;
}
#define DETRAIN_MADE_STATIC(path, name) \
  __attribute__((unused)) static const bool detrain_made_##name = detrain_register_variable(path, name)
template <typename DetrainType>
inline bool detrain_register_local(const char* path, DetrainType& variable) {
  detrain_register_thread_local(path, __builtin_addressof(variable), sizeof(DetrainType), 0);
  return true;
}
#define DETRAIN_THREAD_STATIC(path, name) \
  __attribute__((unused)) static thread_local const bool detrain_made_##name = detrain_register_local(path, name)
// The bytes of a class that a thread keeps while it waits, and what ends its life where its scope ends.
struct detrain_place {
  void* at;
};
inline void* operator new(__SIZE_TYPE__, detrain_place place) { return place.at; }
inline void operator delete(void*, detrain_place) {}
template <typename DetrainType>
struct detrain_kept {
  unsigned char bytes[sizeof(DetrainType)] __attribute__((aligned(__alignof__(DetrainType))));
  detrain_place Place() { return {bytes}; }
};
template <typename DetrainType>
struct detrain_end {
  DetrainType& object;
  ~detrain_end() { object.~DetrainType(); }
};
)";

constexpr const char* kStatics = R"(// A declaration, which C90 takes in front of others.
#define DETRAIN_COMES_TO(number)                                    \
  __attribute__((unused)) const int detrain_comes_to_##number =     \
      (__atomic_store_n(&detrain_come_to[number], 1, __ATOMIC_RELAXED), 1)
// Each thread has its own, and announces it when it first comes there.
#define DETRAIN_THREAD_STATIC(path, name)                           \
  static __thread int detrain_made_##name;                          \
  if (!detrain_made_##name) {                                       \
    detrain_made_##name = 1;                                        \
    detrain_register_thread_local(path, &name, sizeof name, 0);     \
  }                                                                 \
  (void)0
struct detrain_static {
  const char* path;
  const volatile void* address;
  size_t size;
};
#define DETRAIN_STATIC(path, name)                                                    \
  static const struct detrain_static detrain_static_##name = {path, &name, sizeof name}; \
  static const struct detrain_static* const detrain_entry_##name                      \
      __attribute__((used, section("detrain_statics"))) = &detrain_static_##name
extern const struct detrain_static* const __start_detrain_statics[] __attribute__((weak, visibility("hidden")));
extern const struct detrain_static* const __stop_detrain_statics[] __attribute__((weak, visibility("hidden")));
static inline void detrain_register_table(void) {
  const struct detrain_static* const* s;
  for (s = __start_detrain_statics; s < __stop_detrain_statics; ++s)
    detrain_register((*s)->path, (*s)->address, (*s)->size);
}
)";

std::string WithSuffix(const std::string& text, const std::string& suffix) {
  std::string out;
  for (const char c : text)
    out += c == '$' ? suffix : std::string(1, c);
  return out;
}

}  // namespace

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '?')  // "??=" would be another character
      out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string SuffixOf(const plan::CheckpointPlan& plan) {
  const std::string number = std::to_string(plan.loop_number);
  return plan.loop_number == 0 ? std::string() : std::string("_").append(number);
}

std::string ObjectHeaders(const plan::CheckpointPlan& plan) {
  std::set<std::string> headers;
  for (const std::string& kind : KindsOf(plan))
    headers.insert("#include <detrain/" + kind.substr(0, kind.find(':')) + ".hpp>\n");
  std::string text;
  for (const std::string& header : headers)
    text += header;
  return text;
}

std::string GeneratedHeader(const std::vector<plan::CheckpointPlan>& plans, const HeaderParts& parts) {
  std::string binds, tables;
  for (const plan::CheckpointPlan& plan : plans) {
    binds += WithSuffix(std::string(kPlan) + (parts.is_cxx ? kBindsOfCxx : kBinds), SuffixOf(plan));
    tables += parts.has_tables ? PlanTables(plan, parts) : "";
  }
  if (parts.has_ways)
    binds += kWay;
  if (parts.has_ways && parts.has_tables)
    tables += "const struct detrain_plan* detrain_way = &detrain_plan;\n";
  if (parts.has_tables && plans.front().block_alignment != 0)
    tables += "DETRAIN_EXTERN unsigned long detrain_block_alignment;\nunsigned long detrain_block_alignment = " +
              Text(plans.front().block_alignment) + ";\n";
  const auto set = [&](const std::string& name) {
    tables += "DETRAIN_EXTERN int " + name + ";\nint " + name + " = 1;\n";
  };
  if (parts.has_tables && plans.front().fixed_heap)
    set("detrain_fixed_heap");
  if (parts.has_tables && plans.front().tier == 0)
    set("detrain_saves_all");
  if (parts.has_tables && parts.has_virtual_clock)
    set("detrain_virtual_clock");
  return "// Generated by detrain from the checkpoint plan; do not edit.\n#ifndef " + parts.guard + "\n#define " +
         parts.guard + "\n" + parts.hooks + (parts.has_tables ? ObjectHeaders(plans.front()) : "") + binds +
         kAnnounces + (parts.is_cxx ? kStaticsOfCxx : kStatics) + parts.macros +
         (parts.has_tables ? EntryRows(plans) + RequiredRows(parts.at_start) + LateRows(parts.late) : "") + tables +
         "#endif\n";
}

}  // namespace detrain::rewrite
