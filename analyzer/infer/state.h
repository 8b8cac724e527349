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
#include <utility>
#include <vector>

#include "analyzer/infer/expr.h"
#include "analyzer/infer/flat.h"
#include "analyzer/infer/paged.h"
#include "analyzer/infer/prove.h"
#include "analyzer/infer/stored_deps.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

using ObjectId = std::uint32_t;
inline constexpr AtomId kNoAtom = 0xffffffffU;

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
  ExprId extent = kNoExpr;            // bytes, behind the header
  std::int64_t header = 0;            // Heap: bytes in front, where `new T[n]` keeps n
  bool many = false;                  // stands for several blocks: no strong updates
  bool stands_for_many = false;       // External: two pointers to it need not be equal
  std::optional<ObjectId> holder;     // External: the memory that held its address when that was first read
  [[nodiscard]] bool IsSeveral() const { return many || stands_for_many; }
  bool zeroed = false;                  // starts as zeros
  bool can_fail = false;                // the allocation may give null instead
  bool is_untyped = false;              // Heap: the allocation does not say what is in it
  bool uninitialized = false;           // malloc: reading what was never written is the program's error
  rir::Space space = rir::Space::Host;  // Heap
  rir::Location site;
  rir::Location shown;  // the site in the program's own text
  std::string name;     // for messages
};

// What an address may be.
struct Target {
  ObjectId object = 0;
  ExprId offset = 0;                     // bytes
  ExprId low = kNoExpr, high = kNoExpr;  // window: the array or member that C's rules keep the pointer in
  auto operator<=>(const Target&) const = default;
};

struct Alternative {
  std::vector<ExprId> guards;  // truth values, all hold; sorted
  bool is_null = false;
  Target target;
  auto operator<=>(const Alternative&) const = default;
};

struct Value {
  enum class Kind : std::uint8_t { None, Int, Pointer, Function, Other };
  Kind kind = Kind::None;
  // Int. Other: 1 where the float is not zero, 0 where it is +0; kNoExpr where that is not known.
  ExprId number = kNoExpr;
  std::vector<Alternative> alternatives;  // Pointer
  IdSet functions;                        // Function
  Deps deps;
  ObjectId origin = ~ObjectId{0};  // the cell that a pointer was loaded from, which names its block when it is freed
  ExprId origin_offset = kNoExpr;

  [[nodiscard]] bool HasNumber() const { return kind == Kind::Int && number != kNoExpr; }
  [[nodiscard]] bool IsToldFromZero() const { return kind == Kind::Other && number != kNoExpr; }
  [[nodiscard]] bool IsPointerLike() const { return kind == Kind::Pointer || kind == Kind::Function; }
  [[nodiscard]] bool IsOnlyNull() const { return alternatives.size() == 1 && alternatives[0].is_null; }
  // The one place that a pointer leads to; null where it may lead elsewhere.
  [[nodiscard]] const Target* OnlyPlace() const {
    const bool is_sure = kind == Kind::Pointer && alternatives.size() == 1 && !alternatives[0].is_null;
    return is_sure ? &alternatives[0].target : nullptr;
  }
  // The same of a pointer that may be null as well.
  [[nodiscard]] const Target* OnlyPlaceOrNull() const {
    const Target* only = nullptr;
    for (const Alternative& a : alternatives) {
      if (!a.is_null && only != nullptr)
        return nullptr;
      only = a.is_null ? only : &a.target;
    }
    return kind == Kind::Pointer ? only : nullptr;
  }
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

inline void AddGuard(std::vector<ExprId>& guards, ExprId g) {
  auto at = std::lower_bound(guards.begin(), guards.end(), g);
  if (at == guards.end() || *at != g)
    guards.insert(at, g);
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
    bool operator==(const Clobber&) const = default;
    [[nodiscard]] bool IsSameRange(const Clobber& o) const { return low == o.low && high == o.high; }
  };
  std::vector<Clobber> clobbers;  // ranges whose old content is unknown
  std::uint64_t version = 0;      // names the content of what no cell tells
  bool zeroed = false;            // untouched bytes are zero
  std::vector<Piece> written;     // since the start of the surrounding loop body
  StoredDeps deps;                // of everything stored here
  bool is_zero = false;           // all of its bytes are
  std::vector<Piece> zeros;       // runs that are, stored since the start of the surrounding loop body
  std::uint64_t stained = 0;      // the version from which on something else may have been stored
  // Something that may be other than zero is stored, which `version`, a new one, stands for.
  void Stain(std::uint64_t version_of_it) {
    is_zero = false;
    zeros.clear();
    stained = version_of_it;
  }
  struct Range {
    Piece where;
    ExprId low, high;
  };
  std::vector<Range> ranges;  // low <= element <= high, for integer elements

  [[nodiscard]] const Cell* CellAt(ExprId offset, std::uint64_t size) const {
    const auto it = std::ranges::find_if(cells, [&](const Cell& c) { return c.offset == offset && c.size == size; });
    return it == cells.end() ? nullptr : &*it;
  }
  Cell* CellAt(ExprId offset, std::uint64_t size) {
    return const_cast<Cell*>(std::as_const(*this).CellAt(offset, size));
  }
};

using SharedContents = std::shared_ptr<const Contents>;
using Memory = PagedMap<SharedContents>;

struct State {
  Memory memory;
  Facts facts;
  Deps control;  // what the path depends on
  bool since_boundary = false;

  // Behind a branch, a call or a loop the path hangs on what it did `before`; behind the boundary not on what it did in
  // front of it.
  void TakeUpControl(const Deps& before, bool was_since_boundary) {
    control = since_boundary && !was_since_boundary ? Deps{} : before;
  }

  const Contents& Of(ObjectId object) const {
    static const Contents kEmpty;
    const auto* contents = memory.Find(object);
    return contents == nullptr ? kEmpty : **contents;
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

}  // namespace detrain::infer

#endif
