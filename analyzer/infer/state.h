// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The abstract state of the symbolic engine: objects, what their cells hold, and which bytes have certainly been
// written.
#ifndef DETRAIN_ANALYZER_INFER_STATE_H
#define DETRAIN_ANALYZER_INFER_STATE_H

#include <algorithm>
#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "analyzer/infer/expr.h"
#include "analyzer/infer/flat.h"
#include "analyzer/infer/prove.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

using ObjectId = std::uint32_t;
inline constexpr AtomId kNoAtom = 0xffffffffU;
using Deps = IdSet;  // ids of Engine's sources

inline void Merge(Deps& to, const Deps& from) {
  to.Merge(from);
}

inline bool Includes(const Deps& a, const Deps& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end());
}

enum class ObjectKind : std::uint8_t { Variable, Heap, Text, External, Handle, Hidden, Unknown };

// A memory object: a variable of one activation, all blocks of one allocation site and call path, a string literal,
// memory of a library.
struct Object {
  ObjectKind kind = ObjectKind::Variable;
  rir::RegionId region = rir::kNone;  // Variable, Hidden
  std::vector<std::uint32_t> path;    // call path: ids of call sites
  rir::TypeId element = rir::kNone;   // type of the variable, or of one heap element
  ExprId extent = kNoExpr;            // bytes
  bool many = false;                  // stands for several blocks: no strong updates
  bool stands_for_many = false;       // External: two pointers to it need not be equal
  bool zeroed = false;                // starts as zeros
  bool uninitialized = false;         // malloc: reading what was never written is the program's error
  rir::Location site;
  std::string name;  // for messages
};

// What an address may be.
struct Target {
  ObjectId object = 0;
  ExprId offset = 0;                     // bytes
  ExprId low = kNoExpr, high = kNoExpr;  // window: the array or member that C's rules keep the pointer in
  auto operator<=>(const Target&) const = default;
};

struct Alternative {
  std::vector<ExprId> guards;  // truth values, all hold
  bool is_null = false;
  Target target;
  auto operator<=>(const Alternative&) const = default;
};

struct Value {
  enum class Kind : std::uint8_t { None, Int, Pointer, Function, Other };
  Kind kind = Kind::None;
  ExprId number = kNoExpr;                // Int
  std::vector<Alternative> alternatives;  // Pointer
  IdSet functions;                        // Function
  Deps deps;
  ObjectId origin = ~ObjectId{0};  // the cell that a pointer was loaded from, which names its block when it is freed
  ExprId origin_offset = kNoExpr;

  [[nodiscard]] bool HasNumber() const { return kind == Kind::Int && number != kNoExpr; }
  bool SameAs(const Value& o) const {
    return kind == o.kind && number == o.number && alternatives == o.alternatives && functions == o.functions;
  }
};

inline Value Number(ExprId e) {
  Value v;
  v.kind = Value::Kind::Int;
  v.number = e;
  return v;
}

inline Value NullPointer() {
  Value v;
  v.kind = Value::Kind::Pointer;
  v.alternatives.push_back({{}, true, {}});
  return v;
}

// Where a pointer may lead to: its alternatives without null.
inline auto PlacesOf(const Value& v) {
  return std::views::filter(v.alternatives, [](const Alternative& a) { return !a.is_null; });
}
auto PlacesOf(Value&&) = delete;

struct Cell {
  ExprId offset = 0;
  std::uint64_t size = 0;
  Value value;
};

// A run of bytes in one object, repeated along up to a few dimensions, that has certainly been written:
// { offset + sum stride_d * i_d + [0, length) : 0 <= i_d < count_d }.
struct Piece {
  ExprId offset = 0, length = 0;
  struct Dimension {
    ExprId stride = 0, count = 0;
    // A symbol that stands for i_d in `length` and in the counts of other dimensions: triangles.
    AtomId index = kNoAtom;
    auto operator<=>(const Dimension&) const = default;
  };
  std::vector<Dimension> dimensions;
  std::vector<ExprId> guards;  // sorted truth values under which it was written
  bool is_run = false;         // put together from pieces that adjoin one another
  bool operator==(const Piece& o) const {
    return offset == o.offset && length == o.length && dimensions == o.dimensions && guards == o.guards;
  }
};

struct Contents {
  std::vector<Cell> cells;  // exact, newest last
  std::map<std::uint64_t, Value>
      any;  // pointer-like values stored at offsets that are not known: by offset modulo the element size
  struct Clobber {
    ExprId low, high;
    std::uint64_t version;
  };
  std::vector<Clobber> clobbers;  // ranges whose old content is unknown
  std::uint64_t version = 0;      // names the content of what no cell tells
  bool zeroed = false;            // untouched bytes are zero
  std::vector<Piece> written;     // since the start of the surrounding loop body
  Deps deps;                      // of everything stored here
  struct Range {
    Piece where;
    ExprId low, high;
  };
  std::vector<Range> ranges;  // low <= element <= high, for integer elements
};

using Memory = FlatMap<ObjectId, std::shared_ptr<const Contents>>;

struct State {
  Memory memory;
  Facts facts;
  Deps control;  // what the path depends on
  bool since_boundary = false;

  const Contents& Of(ObjectId object) const {
    static const Contents kEmpty;
    auto it = memory.find(object);
    return it == memory.end() ? kEmpty : *it->second;
  }
  Contents& Change(ObjectId object) {
    auto& slot = memory[object];
    if (slot.use_count() == 1)  // nobody else sees it change
      return const_cast<Contents&>(*slot);
    auto copy = slot ? std::make_shared<Contents>(*slot) : std::make_shared<Contents>();
    Contents& out = *copy;
    slot = std::move(copy);
    return out;
  }
};

// The pieces written in objects that are asked for in rising order.
class RisingWritten {
 public:
  explicit RisingWritten(const State& state) : memory_(state.memory) {}
  const std::vector<Piece>& Of(ObjectId object) {
    static const std::vector<Piece> kNone;
    const auto* contents = memory_.Find(object);
    return contents == nullptr ? kNone : (*contents)->written;
  }

 private:
  Rising<Memory> memory_;
};

}  // namespace detrain::infer

#endif
