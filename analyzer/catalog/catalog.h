// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions of the outside world do, as data. A row describes one function by effects that lift turns into RIR ops
// one by one. The format of the rows, and the line that a user writes to model a function, are in docs/catalog.md.
#ifndef DETRAIN_ANALYZER_CATALOG_CATALOG_H
#define DETRAIN_ANALYZER_CATALOG_CATALOG_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::catalog {

// A value: "size * n", "*line", "&out->count", "found ? s : null".
struct Expr {
  enum class Kind : std::uint8_t {
    Number,  // number
    Null,
    Any,         // a value that the function computes from its arguments and from the memory that it has read
    Parameter,   // index
    Rest,        // "...": the arguments after the named ones; only in args and targets
    Name,        // text: the result of an earlier effect ("as"), or a loop's index
    Region,      // text: address of hidden memory, "&libc::rand"
    Deref,       // *args[0]
    Member,      // args[0]->text
    AddressOf,   // &args[0]: args[0] is a Deref, Member or Element
    Element,     // args[0][args[1]]
    SizeOf,      // sizeof(*args[0]): of the pointee
    IsFloat,     // is_float(*args[0]): whether the pointee is no integer
    IsConstant,  // is_constant(args[0]): whether the call's text says its value
    Cast,        // (text*)args[0]: a pointer to that type
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Eq,
    Ne,
    Lt,
    Gt,      // two args
    Select,  // args[0] ? args[1] : args[2]
  };
  Kind kind = Kind::Null;
  std::int64_t number = 0;
  std::uint32_t index = 0;
  std::string text;
  std::vector<Expr> args;
  bool operator==(const Expr&) const = default;
};

enum class EffectKind : std::uint8_t {
#define DETRAIN_EFFECT(Name, Text) Name,
#include "analyzer/catalog/effect.def"
};

// What an operand of an effect is for. Which ones an effect takes: docs/catalog.md and effect.def.
enum class Role : std::uint8_t {
#define DETRAIN_ROLE(Name, Text) Name,
#include "analyzer/catalog/effect.def"
  Count
};

struct Target {
  Expr address;
  std::optional<Expr> bytes;  // none: an amount that is not known, within the object
};

struct Effect {
  EffectKind kind = EffectKind::Value;
  std::array<std::optional<Expr>, static_cast<std::size_t>(Role::Count)> operands;
  std::vector<Expr> args;  // values written, seeds, arguments of a callback
  std::vector<Target> targets;
  std::vector<Effect> body;       // loop
  std::optional<Expr> condition;  // "if"
  std::string as;                 // name of the result; "result": the call's own value
  std::string detail;             // input: source; output: sink; sync: kind; alloc: space
  bool zeroed = false;
  bool can_fail = true;
  bool on_stack = false;
  bool is_descriptor = false;
  bool is_abort = false;
  bool is_recorded = false;  // input: the runtime asks in the program's place, and answers the same in a replay

  const std::optional<Expr>& Get(Role role) const { return operands[static_cast<std::size_t>(role)]; }
};

// Hidden memory of a library.
struct Region {
  std::string name;  // "libc::rand"
  std::string type;  // "i32", "i8[]", "ptr<u16>", "handle", "file" (an open one); "pointee": what the first call that
                     // returns its address points to
  std::string points_to;    // ptr: the region that it points to at the start
  std::int64_t offset = 0;  // elements of that region
  bool is_stream = false;
  bool is_const = false;
  bool is_of_thread = false;  // a GPU's thread has its own, for as long as it runs
  bool is_held = false;       // what objects of the library hold, together: plans name those objects
};

struct Row {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Effect> effects;
  std::optional<Expr>
      result;  // none: the effect named "result", else a value computed from the arguments and the memory read
  bool is_pure = false;  // a function of its arguments alone, and of no memory: becomes one math op
  bool is_user = false;  // from --model
  bool is_cxx = false;   // also of the functions of that name that C++ overloads
  std::string of;        // of those, the ones with a pointer to this record: its tag; empty: of the others
  std::string library;   // "libc"
  std::string note;      // for the reader
  bool operator<(const Row& other) const { return name < other.name; }
};

// A library whose objects are opaque: what they hold is reached by its functions alone, and so none of its text is
// followed. Functions are named as "name", whatever their class is, or as "Class::name"; `*` at the beginning or the
// end of either part stands for any text.
struct Library {
  std::string name;                      // "torch"
  std::vector<std::string> namespaces;   // outermost ones: "at"
  std::vector<std::string> transparent;  // class templates that only hand on what the user's class is
  std::vector<std::string> draws;        // functions that draw from the library's generator
  std::vector<std::string> seeds;        // and that set it from their arguments
  std::vector<std::string> updates;      // that change numbers which objects hold, in place
  std::vector<std::string> changes;      // that change something else in them, beside methods that are not const
  std::vector<std::string> values;       // classes whose objects hold nothing that a step could change: options, sizes
  std::vector<std::string> shares;       // after which an object and memory of the program are one
  std::vector<std::string> reaches;      // that read and write memory which their arguments lead to
  std::vector<std::string> scratch;      // their parameters that lead to memory which they only write
  std::vector<std::string> ones, zeros;  // whose result is taken as 1 or 0: no call fails
  std::vector<std::string> times;        // whose result hangs on how long something takes
  std::vector<std::string> unordered;    // that add in any order, unless an argument has been told
  std::vector<std::string> orders;       // one of these, with anything but `false`
  // Its objects hold nothing but what the program has told them, and a program that misses one makes it anew.
  bool is_made_again = false;
};
bool IsNamed(const std::vector<std::string>& patterns, std::string_view name);
bool IsNamed(const std::vector<std::string>& patterns, std::string_view type, std::string_view name);

class Catalog {
 public:
  // The rows that are part of detrain.
  static Catalog Builtin();

  // Adds the rows of one JSON text; a later row replaces an earlier one of the same name and record. `origin` names the
  // text in errors. Error: not JSON, a field that is not known, an expression that does not parse, a parameter that the
  // row does not have.
  Result<void> Add(std::string_view json, const std::string& origin, bool is_user);

  // The file's rows, as the user's.
  Result<void> AddFile(const std::string& path);

  const Row* Find(std::string_view function) const;
  // The row of the overload that takes a pointer to that record.
  const Row* FindOf(std::string_view function, std::string_view record) const;
  const Region* FindRegion(std::string_view name) const;
  // What a library's type is called ("FILE" for struct _IO_FILE); empty: not a handle.
  std::string_view HandleName(std::string_view type) const;
  // What a user would call the member of a library's class ("_Vector_impl_data", "_M_finish": "end"); empty: it is a
  // detail, and what it holds is called after the object around it; nullopt: nothing is known of it.
  std::optional<std::string_view> MemberName(std::string_view type, std::string_view member) const;

  // The library of opaque objects whose outermost namespace that is; null: none.
  const Library* LibraryOf(std::string_view space) const;
  // What objects of such a library's class are called in plans ("torch::Tensor"), by the class's name; empty: the
  // class is none that has state.
  std::string_view ObjectName(std::string_view type) const;

  // By name; those with an `of` behind it as "name of RECORD".
  const std::map<std::string, Row, std::less<>>& rows() const { return rows_; }

 private:
  std::map<std::string, Row, std::less<>> rows_;
  std::map<std::string, Region, std::less<>> regions_;
  std::map<std::string, std::string, std::less<>> handles_;
  std::map<std::pair<std::string, std::string>, std::string> members_;
  std::map<std::string, Library, std::less<>> libraries_;  // by namespace
  std::map<std::string, std::string, std::less<>> objects_;
};

// The line to write into a --model file for a function that nothing is known of.
std::string ModelLine(const std::string& function, const std::vector<std::string>& parameters);

}  // namespace detrain::catalog

#endif
