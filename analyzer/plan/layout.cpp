// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/layout.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <tuple>

#include "analyzer/plan/bits.h"
#include "analyzer/plan/layout_names.h"
#include "analyzer/plan/sight.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using infer::Engine;
using infer::kAnywhere;
using infer::ObjectId;
using infer::ObjectKind;

using Site = std::tuple<rir::FileId, std::uint32_t, std::uint32_t>;

// What the C library notes of the process's threads, those of the runtime among them. Whatever it says, std::shared_ptr
// counts to the same numbers.
bool IsOfHost(const rir::Region& region) {
  return region.name == "::__libc_single_threaded";
}

}  // namespace

bool IsHeld(const Engine& engine, ObjectId id) {
  const infer::Object& o = engine.objects[id];
  return o.kind == ObjectKind::Hidden && o.region != rir::kNone && engine.Program().regions[o.region].is_held;
}

namespace {

Site SiteOf(const rir::Location& at) {
  return {at.file, at.line, at.column};
}

// Where C++ allocates: an array of what the type says, of whatever place in it nobody knows.
std::set<Site> SitesOfNew(const rir::Module& module) {
  std::set<Site> sites;
  for (const rir::Function& f : module.functions | std::views::filter(&rir::Function::is_defined))
    rir::ForEachOp(f, f.body, [&](const rir::Op& op) {
      const auto* alloc = std::get_if<rir::AllocOp>(&op.data);
      if (alloc != nullptr && alloc->callee == "new")
        sites.insert(SiteOf(op.location));
    });
  return sites;
}

// Whether so many bytes, which nobody may know, are a number of elements without a rest.
bool IsWholeNumberOf(const Engine& engine, infer::ExprId bytes, rir::TypeId element) {
  const auto size = static_cast<std::int64_t>(engine.Program().types[element].size);
  return bytes == infer::kNoExpr ||
         (size > 0 && std::ranges::all_of(engine.pool.Terms(bytes),
                                          [&](const infer::Term& t) { return t.coefficient % size == 0; }));
}

// Whether the bytes of a block make up records, of which others than the first one hold addresses.
bool IsLinkedTable(const Engine& engine, ObjectId id) {
  const infer::Object& o = engine.objects[id];
  return engine.linked_behind.contains(id) && IsWholeNumberOf(engine, o.extent, o.element);
}

// Whether the program goes through a block of records as if it were an array of something else: then there is one
// record in it, and behind that what its pointers lead to (a struct and its arrays in one malloc). A library that is
// given a table of records goes through its bytes.
bool IsHeader(Engine& engine, ObjectId id) {
  const bool is_table = IsLinkedTable(engine, id);
  const auto are_bytes = [&](infer::ExprId length) {
    const auto bytes = length == infer::kNoExpr ? std::nullopt : engine.pool.AsConstant(length);
    return !bytes || *bytes == 1;
  };
  const auto strides = [&](const auto& access) {
    return access.object == id && engine.LeafAt(id, access.offset, access.low, access.high) == kAnywhere &&
           !(is_table && are_bytes(access.length));
  };
  return std::ranges::any_of(engine.boundary.exposed, strides) || std::ranges::any_of(engine.boundary.writes, strides);
}

NamedLeaf TailOf(const NamedObject& object) {
  NamedLeaf leaf;
  leaf.key = leaf.leaf.offset = object.element_size;
  leaf.leaf.path = object.path + "+1";  // as C has it: what begins behind the record
  leaf.leaf.count = 0;
  leaf.leaf.dtype = DType::Bytes;
  leaf.type_text = "bytes[]";
  return leaf;
}

// Variables first; then blocks on the heap, found through pointers, breadth first.
class Namer {
 public:
  explicit Namer(Engine& engine)
      : engine_(engine), module_(engine.Program()), sight_(engine), sites_of_new_(SitesOfNew(module_)) {}

  std::vector<NamedObject> Take() {
    AddVariables();
    while (!level_.empty())
      AddBlocks();
    AddOthers();
    std::vector<NamedObject> out;
    for (auto& [id, n] : named_)
      out.push_back(std::move(n));
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.order < b.order; });
    return out;
  }

 private:
  struct Candidate {  // a pointer to a block
    std::string path;
    ObjectId holder;
    std::uint64_t leaf;
    rir::TypeId pointee;
  };

  // What is known at the boundary, what a step reads, and globals that it writes before anything else does.
  [[nodiscard]] std::set<ObjectId> ObjectsAtBoundary() const {
    std::set<ObjectId> out;
    for (const auto* states : {&engine_.boundary.states, &engine_.boundary.ends})
      for (const auto& state : *states)
        for (const auto& [id, contents] : state.memory)
          out.insert(id);
    for (const auto& r : engine_.boundary.exposed)
      out.insert(r.object);
    return out;
  }

  [[nodiscard]] bool IsNamedVariable(ObjectId id) const {
    const auto& o = engine_.objects[id];
    if (o.kind != ObjectKind::Variable || o.element == rir::kNone || IsEmpty(module_, o.element))
      return false;
    const auto& region = module_.regions[o.region];
    const bool automatic = region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
    const bool begins_inside =
        automatic && (!engine_.boundary.frame_of.contains(id) || !engine_.boundary.entry.memory.contains(id));
    const bool is_of_program = !region.name.starts_with("tmp.") && !region.name.starts_with(rir::kMadeFlag);
    return is_of_program && !IsGuard(region) && !IsOfHost(region) && !begins_inside;
  }

  // A table of functions that the compiler makes.
  [[nodiscard]] bool IsCode(ObjectId id) const {
    const auto& o = engine_.objects[id];
    if (o.kind != ObjectKind::Hidden || !module_.regions[o.region].is_const || o.element == rir::kNone)
      return false;
    return IsCodePointer(module_, module_.types[o.element].element);
  }

  // What a GPU's thread knows of itself, and what its block shares, begins and ends with the launch.
  [[nodiscard]] bool IsOfALaunch(ObjectId id) const {
    const auto& o = engine_.objects[id];
    if (o.kind == ObjectKind::Variable)
      return o.region != rir::kNone && module_.regions[o.region].is_of_block;
    return o.kind == ObjectKind::Hidden && module_.regions[o.region].is_thread_local;
  }

  void AddVariables() {
    std::vector<ObjectId> variables;
    for (ObjectId id : ObjectsAtBoundary()) {
      if (IsCode(id) || IsOfALaunch(id))
        continue;
      if (engine_.objects[id].kind == ObjectKind::Hidden)
        AddHidden(id);
      else if (IsNamedVariable(id))
        variables.push_back(id);
    }
    for (const VariableName& name : NameVariables(engine_, variables))
      AddVariable(name);
  }

  // State of a library, which knows its size.
  void AddHidden(ObjectId id) {
    const auto& o = engine_.objects[id];
    NamedObject n;
    n.object = id;
    n.path = o.name;
    n.order = o.region;
    NamedLeaf leaf;
    leaf.leaf.path = o.name;
    leaf.leaf.count = 0;
    leaf.type_text = module_.types[module_.regions[o.region].type].name == rir::kFile ? rir::kFile : "state";
    if (IsObjectKind(o.name)) {
      leaf.leaf.dtype = DType::Object;
      leaf.leaf.kind = o.name;
    }
    n.leaves.push_back(std::move(leaf));
    named_.emplace(id, std::move(n));
  }

  void AddVariable(const VariableName& name) {
    const auto& o = engine_.objects[name.object];
    NamedObject n;
    n.object = name.object;
    n.path = name.path;
    n.is_in_sight = sight_.Contains(module_.regions[o.region], o.region);
    if (sight_.IsPerhapsOver(module_.regions[o.region], o.region))
      perhaps_over_.insert(name.object);
    n.is_reached = name.is_reached;
    n.holder = name.holder;
    n.holder_leaf = name.holder_leaf;
    n.order = o.region;
    n.element_size = module_.types[o.element].size;
    n.leaves = LeavesOf(module_, o.element, name.path);
    named_.emplace(name.object, std::move(n));
    level_.push_back(name.object);
  }

  // Names what the last level's pointers lead to: all of one level, so that a block gets the name nearest to a
  // variable.
  void AddBlocks() {
    std::sort(level_.begin(), level_.end(), [&](ObjectId a, ObjectId b) { return named_[a].order < named_[b].order; });
    for (ObjectId id : level_)
      Scan(named_[id]);
    level_.clear();
    for (const auto& [id, list] : candidates_)
      if (!named_.contains(id))
        level_.push_back(id);
    for (ObjectId id : level_)
      AddBlock(id, Best(id, candidates_[id]));
  }

  // What a library has kept for itself and sets anew before it looks at it again: the text that strtok was at need not
  // be there any more.
  [[nodiscard]] bool IsLeftBehind(ObjectId id) const {
    return engine_.objects[id].kind == ObjectKind::Hidden &&
           std::ranges::none_of(engine_.boundary.exposed, [&](const auto& r) { return r.object == id; });
  }

  // Blocks that only such pointers lead to as delimit what is in use, or lead into the middle: of an array that is
  // counted from one, of what was aligned by hand.
  void AddOthers() {
    by_bounds_ = true;
    for (const auto& [id, n] : named_)
      if (!IsLeftBehind(id))
        level_.push_back(id);
    while (!level_.empty())
      AddBlocks();
  }

  void Scan(const NamedObject& from) {
    for (const auto& state : engine_.boundary.states) {
      const auto& c = state.Of(from.object);
      for (const auto& cell : c.cells)
        Offer(from, cell.value, engine_.LeafAt(from.object, cell.offset, infer::kNoExpr));
      for (const auto& [leaf, value] : c.any)
        Offer(from, value, leaf);
    }
  }

  void Offer(const NamedObject& from, const infer::Value& v, std::uint64_t key) {
    for (const auto& a : infer::PlacesOf(v)) {
      const auto& o = engine_.objects[a.target.object];
      const bool is_start = engine_.pool.IsZero(a.target.offset) || o.many;
      if (o.kind != ObjectKind::Heap || (!is_start && !by_bounds_))
        continue;
      const auto n = std::ranges::find_if(from.leaves, [&](const NamedLeaf& leaf) {
        return leaf.key == key && (by_bounds_ || !leaf.delimits) &&
               MayLeadTo(engine_, from.leaves, leaf, a.target.object);
      });
      if (n == from.leaves.end())
        continue;
      const bool is_table = n->leaf.count != 1 && n->leaf.dtype == DType::Ptr;
      const std::string path = n->leaf.path + (is_table ? "[]" : "");
      const rir::TypeId pointee = n->type == rir::kNone ? rir::kNone : module_.types[n->type].element;
      candidates_[a.target.object].push_back({path, from.object, key, pointee});
    }
  }

  [[nodiscard]] bool IsFreedThrough(ObjectId block, const Candidate& c) const {
    const auto freed = engine_.released.find(block);
    return freed != engine_.released.end() &&
           std::any_of(freed->second.begin(), freed->second.end(), [&](const auto& cell) {
             return cell.first == c.holder && engine_.LeafAt(c.holder, cell.second, infer::kNoExpr) == c.leaf;
           });
  }

  [[nodiscard]] bool IsFirstHolder(ObjectId block, const Candidate& c) const {
    const auto got = engine_.received.find(block);
    return got != engine_.received.end() && got->second.first == c.holder &&
           engine_.LeafAt(c.holder, got->second.second, infer::kNoExpr) == c.leaf;
  }

  // The pointer that names a block: the one that it is freed through; else the first that got its address, or a shorter
  // one where the block is never freed.
  [[nodiscard]] const Candidate& BestOf(ObjectId block, const std::vector<Candidate>& list) const {
    const auto freed = std::ranges::find_if(list, [&](const Candidate& c) { return IsFreedThrough(block, c); });
    if (freed != list.end())
      return *freed;
    const auto first = std::ranges::find_if(list, [&](const Candidate& c) { return IsFirstHolder(block, c); });
    if (engine_.released.contains(block))
      return first != list.end() ? *first : list.front();
    const auto shortest = std::ranges::min_element(list, {}, [](const Candidate& c) { return c.path.size(); });
    return first != list.end() && first->path.size() <= shortest->path.size() ? *first : *shortest;
  }

  // One through a variable whose scope may have ended is taken where there is no other.
  [[nodiscard]] Candidate Best(ObjectId block, std::vector<Candidate> list) const {
    const auto is_over = [&](const Candidate& c) { return perhaps_over_.contains(c.holder); };
    if (!std::ranges::all_of(list, is_over))
      std::erase_if(list, is_over);
    return BestOf(block, list);
  }

  // A wrapper of malloc returns void*: then the pointer that names the block tells what is in it, or how the program
  // sees it. That it is a record, the engine must have known.
  [[nodiscard]] rir::TypeId ElementOf(ObjectId block, const Candidate& by) {
    const infer::Views& views = engine_.ViewsOf(block);
    rir::TypeId type = by.pointee;
    if (type == rir::kNone || (IsRecord(type) && !views.empty()))
      type = infer::TypeSeen(module_, engine_.pool, views, engine_.objects[block].extent);
    return IsRecord(type) && !views.empty() ? rir::kNone : type;
  }

  void AddBlock(ObjectId id, const Candidate& by) {
    auto& o = engine_.objects[id];
    if (perhaps_over_.contains(by.holder))
      perhaps_over_.insert(id);
    NamedObject n;
    n.object = id;
    n.path = by.path;
    n.order = static_cast<std::uint32_t>(module_.regions.size() + id);
    n.is_heap = true;
    n.holder = by.holder;
    n.holder_leaf = by.leaf;
    if (o.element == rir::kNone)
      o.element = ElementOf(id, by);
    n.element_size = o.element == rir::kNone ? 1 : std::max<std::uint64_t>(module_.types[o.element].size, 1);
    n.is_node = o.element != rir::kNone && IsNode(module_, o.element);
    if (n.is_node)
      n.path = NodePath(by);
    n.has_tail = IsRecord(o.element) && !IsArrayOfNew(o) && IsHeader(engine_, id);
    n.leaves = LeavesOfBlock(o, n, IsPiece(by));
    named_.emplace(id, std::move(n));
  }

  // Whether the elements of a container are in several blocks: of a deque, `queue[]` is every one of them.
  [[nodiscard]] bool IsPiece(const Candidate& by) const {
    const NamedObject& table = named_.at(by.holder);
    if (!table.is_heap)
      return false;
    const std::vector<NamedLeaf>& leaves = named_.at(table.holder).leaves;
    return std::ranges::any_of(
        leaves, [&](const NamedLeaf& n) { return n.key == table.holder_leaf && n.leaf.used.inner_end != 0; });
  }

  // All that a container holds: called after the container, without the link that led here, be it a table of links.
  [[nodiscard]] std::string NodePath(const Candidate& by) const {
    const NamedObject& holder = named_.at(by.holder);
    if (holder.is_node)
      return holder.path;
    const std::string link = by.path.ends_with("[]") ? by.path.substr(0, by.path.size() - 2) : by.path;
    const std::size_t end = link.find_last_of(".>");
    return (end == std::string::npos ? link : link.substr(0, link[end] == '>' ? end - 1 : end)) + kElement;
  }

  [[nodiscard]] bool IsArrayOfNew(const infer::Object& o) const {
    return sites_of_new_.contains(SiteOf(o.site)) && IsWholeNumberOf(engine_, o.extent, o.element);
  }

  [[nodiscard]] bool IsRecord(rir::TypeId type) const {
    return type != rir::kNone && module_.types[type].kind == rir::TypeKind::Record && !module_.types[type].is_union;
  }

  std::vector<NamedLeaf> LeavesOfBlock(const infer::Object& o, const NamedObject& block, bool is_piece) {
    if (IsRecord(o.element)) {
      const auto bytes = o.extent == infer::kNoExpr ? std::nullopt : engine_.pool.AsConstant(o.extent);
      const bool is_one =
          block.has_tail || (bytes && static_cast<std::uint64_t>(*bytes) == module_.types[o.element].size);
      const char* const behind = block.is_node || is_piece ? "" : is_one ? "->" : "[]";
      std::vector<NamedLeaf> leaves = LeavesOf(module_, o.element, block.path + behind);
      // A wrapper of a pointer has its name from where it stands: `net[0]->w`, as nothing is written behind `net->`.
      const auto is_nameless = [&](const NamedLeaf& leaf) { return leaf.leaf.path == block.path + "->"; };
      if (is_one && std::ranges::any_of(leaves, is_nameless))
        leaves = LeavesOf(module_, o.element, block.path + "[0]");
      if (block.has_tail)
        leaves.push_back(TailOf(block));
      return leaves;
    }
    NamedLeaf leaf;
    leaf.type = o.element;
    leaf.leaf.path = block.path;
    leaf.leaf.count = 0;
    leaf.leaf.dtype = DTypeOf(module_, o.element);
    leaf.leaf.bits = BitsOf(module_, o.element);
    leaf.type_text = ScalarText(module_, o.element) + "[]";
    return {std::move(leaf)};
  }

  Engine& engine_;
  const rir::Module& module_;
  const Sight sight_;
  std::set<ObjectId> perhaps_over_;  // variables whose scope may have ended, and what only they lead to
  const std::set<Site> sites_of_new_;
  std::map<ObjectId, NamedObject> named_;
  bool by_bounds_ = false;
  std::vector<ObjectId> level_;  // named last; their pointers are still to be followed
  std::map<ObjectId, std::vector<Candidate>> candidates_;
};

}  // namespace

std::vector<NamedObject> NameObjects(Engine& engine) {
  return Namer(engine).Take();
}

std::vector<const infer::Value*> ValuesAtBoundary(infer::Engine& engine, ObjectId id, std::uint64_t leaf) {
  std::vector<const infer::Value*> values;
  for (const infer::State& state : engine.boundary.states) {
    const infer::Contents& c = state.Of(id);
    for (const infer::Cell& cell : c.cells)
      if (engine.LeafAt(id, cell.offset, infer::kNoExpr) == leaf)
        values.push_back(&cell.value);
    if (const auto any = c.any.find(leaf); any != c.any.end())
      values.push_back(&any->second);
  }
  return values;
}

}  // namespace detrain::plan
