// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that are not followed, because that would cost too much, or because the function runs already: what it may
// touch is known without running it. It is taken to read all of that, and to write any part of it with anything that it
// can have got hold of. And what calls and operations give back of which nothing is known.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine_threads.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxPlaces = 4;         // of one record in another that are told apart
constexpr std::size_t kIdsPerOperation = 64;  // dependences are merged, and mostly shared, in the time of one

}  // namespace

class Engine::Summary {
 public:
  Summary(Engine& engine, const rir::Op& op, const Touched& touched, std::vector<Value> args, State& state)
      : engine_(engine),
        op_(op),
        touched_(touched),
        args_(std::move(args)),
        state_(state),
        read_(engine.ReachedBy(touched.read, touched, args_, state)),
        written_(engine.ReachedBy(touched.written, touched, args_, state)) {
    for (const rir::RegionId region : touched.by_name)
      by_name_.insert(engine.VariableOf(region));
  }

  void Apply() {
    deps_ = DepsOfAll();
    for (const ObjectId id : read_)
      engine_.ReadAll(id, state_, op_.location);
    Close();
    Print();
    held_ = Held();
    for (const ObjectId id : made_)
      Fill(id);
    for (const ObjectId id : written_)
      Write(id);
    for (const auto& [i, bytes] : touched_.within)
      if (i < args_.size())
        engine_.TouchWithin(args_[i], Bytes(bytes), touched_.read.params.contains(i),
                            touched_.written.params.contains(i), deps_, state_, op_.location);
  }

  // The pointers to that type that the call may give back, or store.
  [[nodiscard]] Value PointerTo(rir::TypeId pointee) const {
    Value v = Pointees(engine_).Among(held_, pointee);
    v.deps = deps_;
    return v;
  }
  [[nodiscard]] Value ResultOf(rir::TypeId pointee) const {
    Value v = PointerTo(pointee);
    engine_.MoveAnyPlaces(v);
    return v;
  }

  // All pointers that something has got hold of that nothing is known of: to any place in what its arguments reach.
  static Value HeldBy(Engine& engine, const std::vector<Value>& args, const State& state) {
    Value held;
    held.kind = Value::Kind::Pointer;
    std::set<ObjectId> reached;
    for (const Value& arg : args) {
      engine.Reach(arg, state, reached);
      held.functions.Merge(arg.functions);
    }
    for (const ObjectId id : reached)
      if (engine.objects[id].kind != ObjectKind::Text)
        Add(engine, held, id);
    engine.work += reached.size();
    return held;
  }

  // What it gives back: one of those, or memory of its own, which keeps them.
  static Value GivenBack(Engine& engine, const Value& held, rir::TypeId type, const std::string& name, State& state) {
    Value own = engine.Unknown(type, name, {});
    if (own.kind != Value::Kind::Pointer)
      return own;
    AddPointersTo(engine, own, held, state);
    Value given = Pointees(engine).Among(held, engine.TypeAt(type).element);
    engine.MoveAnyPlaces(given);
    own.alternatives.insert(own.alternatives.end(), given.alternatives.begin(), given.alternatives.end());
    return own;
  }

  // A record that the call gives back.
  static void WriteInto(Engine& engine, const rir::Op& op, const rir::CallOp& data, const Deps& deps, State& state) {
    if (!data.into)
      return;
    const Value into = engine.Operand(data.into);
    for (const Alternative& a : PlacesOf(into)) {
      engine.NoteWrite(a.target, engine.objects[a.target.object].extent, {}, true, state, op.location, deps);
      engine.Clobber(a.target, kNoExpr, true, state, deps);
    }
  }

  // What lies there may hold any of the pointers.
  static void AddPointersTo(Engine& engine, const Value& place, const Value& held, State& state) {
    if (held.alternatives.empty() && held.functions.empty())
      return;
    for (const Alternative& a : PlacesOf(place))
      engine.AddAny(state.Change(a.target.object).any, kAnywhere, held);
  }
  [[nodiscard]] const Value& AllHeld() const { return held_; }
  [[nodiscard]] const Deps& Dependences() const { return deps_; }

 private:
  // Which of the pointers that somebody holds may be one to a type.
  class Pointees {
   public:
    explicit Pointees(Engine& engine) : engine_(engine) {}

    [[nodiscard]] Value Among(const Value& held, rir::TypeId pointee) const {
      if (pointee != rir::kNone && engine_.TypeAt(pointee).kind == rir::TypeKind::Record)
        return LeadingTo(held, pointee);
      Value v = held;
      std::erase_if(v.alternatives,
                    [&](const Alternative& a) { return !a.is_null && !IsOf(a.target.object, pointee); });
      return v;
    }

   private:
    // The places among them where a `record` may be.
    [[nodiscard]] Value LeadingTo(const Value& held, rir::TypeId record) const {
      Value v = held;
      v.alternatives.clear();
      bool leads_anywhere = false;
      for (const Alternative& a : held.alternatives) {
        const std::vector<Alternative> places = a.is_null ? std::vector{a} : PlacesIn(a, record);
        leads_anywhere = leads_anywhere || (!a.is_null && !places.empty());
        v.alternatives.insert(v.alternatives.end(), places.begin(), places.end());
      }
      return leads_anywhere ? v : held;
    }

    // An object may be one of an array of such, and a pointer to one may stand at the array's end.
    [[nodiscard]] std::vector<Alternative> PlacesIn(const Alternative& held, rir::TypeId record) const {
      const Object& o = engine_.objects[held.target.object];
      const bool is_typed = o.kind == ObjectKind::Variable || o.kind == ObjectKind::Heap;
      const rir::TypeId type = is_typed ? engine_.Innermost(o.element) : rir::kNone;
      const auto offsets = type == rir::kNone || !engine_.IsAnyPlace(held.target.offset)
                               ? std::nullopt
                               : infer::PlacesIn(engine_.module_, type, record);
      if (!offsets || offsets->size() > kMaxPlaces)
        return engine_.MayHold(held.target, record) ? std::vector{held} : std::vector<Alternative>();
      std::vector<Alternative> out;
      for (const std::uint64_t offset : *offsets) {
        Alternative a = held;
        a.target.offset = engine_.pool.Constant(static_cast<std::int64_t>(offset));
        if (type != o.element || o.kind == ObjectKind::Heap)
          a.target.offset = engine_.pool.Add(
              a.target.offset, engine_.pool.Scale(held.target.offset, static_cast<std::int64_t>(engine_.SizeOf(type))));
        out.push_back(std::move(a));
      }
      return out;
    }

    // False for an array of other scalars: C lets nobody see one number as another but by its bytes.
    [[nodiscard]] bool IsOf(ObjectId id, rir::TypeId pointee) const {
      const Object& o = engine_.objects[id];
      const rir::TypeId element = engine_.Innermost(o.element);
      const bool is_typed = o.kind == ObjectKind::Variable || o.kind == ObjectKind::Heap;
      if (!is_typed || element == rir::kNone || pointee == rir::kNone || engine_.SizeOf(pointee) <= 1)
        return true;
      const rir::Type &have = engine_.TypeAt(element), &want = engine_.TypeAt(pointee);
      return have.kind == rir::TypeKind::Record || have.size <= 1 || (have.kind == want.kind && have.size == want.size);
    }

    Engine& engine_;
  };

  [[nodiscard]] ExprId Bytes(std::uint64_t bytes) const {
    return engine_.pool.Constant(static_cast<std::int64_t>(bytes));
  }

  [[nodiscard]] Deps DepsOfAll() const {
    Deps deps = state_.control;
    for (const rir::Op* op : touched_.inputs)
      engine_.AddEnvironment(*op, deps);
    for (const Value& v : args_)
      Merge(deps, v.deps);
    for (const auto& [i, bytes] : touched_.within)
      if (i < args_.size() && touched_.read.params.contains(i))
        Merge(deps, engine_.ContentDeps(args_[i], state_, Bytes(bytes)));
    for (const ObjectId id : read_)
      Merge(deps, engine_.ContentDeps(engine_.Pointer(id), state_));
    return deps;
  }

  // Any of the files may be closed by now, as Perform of a `close` says of one.
  void Close() const {
    const bool is_before = engine_.boundary.outer_atoms == 0;
    const auto closes = [](const rir::Op& op) { return op.Kind() == rir::OpKind::Close; };
    const auto may_close = [&](const rir::Function* f) {
      return std::ranges::any_of(f->blocks,
                                 [&](const rir::Block& block) { return std::ranges::any_of(block.ops, closes); });
    };
    for (const ObjectId id : read_)
      if (is_before && engine_.objects[id].kind == ObjectKind::Handle &&
          std::ranges::any_of(touched_.functions, may_close))
        engine_.closed_before.insert(id);
  }

  void Print() const {
    if (!engine_.recording_)
      return;
    for (const rir::Op* op : touched_.outputs) {
      const auto& data = std::get<rir::OutputOp>(op->data);
      for (std::size_t i = 0; i < data.args.size(); ++i)
        engine_.outputs.push_back({op->location, data.first_argument + static_cast<std::uint32_t>(i), deps_,
                                   state_.control, touched_.to_files.contains(op)});
    }
  }

  // All pointers that the callee can have got hold of: null, to any place in what its arguments lead to, to what it
  // makes, and to functions.
  [[nodiscard]] Value Held() {
    Value held = NullPointer();
    std::set<ObjectId> all = read_;
    all.insert(written_.begin(), written_.end());
    for (const Value& v : args_) {
      engine_.Reach(v, state_, all);
      held.functions.Merge(v.functions);
    }
    for (const rir::RegionId region : touched_.named)
      all.insert(engine_.VariableOf(region));
    for (const ObjectId id : all) {
      Add(engine_, held, id);
      const Contents& c = state_.Of(id);
      for (const Cell& cell : c.cells)
        held.functions.Merge(cell.value.functions);
      for (const auto& [leaf, value] : c.any)
        held.functions.Merge(value.functions);
    }
    for (const rir::Op* op : touched_.allocations) {
      made_.push_back(Allocated(*op));
      Add(engine_, held, made_.back());
    }
    return held;
  }

  static void Add(Engine& engine, Value& held, ObjectId id) {
    if (engine.objects[id].kind == ObjectKind::Handle) {
      held.alternatives.push_back(engine.Pointer(id).alternatives[0]);
      return;
    }
    held.alternatives.push_back({{}, false, {id, engine.AnyPlace(), kNoExpr, kNoExpr}});
  }

  // Whether it is freed again is not followed.
  void NoteMade(ObjectId id) const {
    const bool is_shared = engine_.is_among_many_ || !touched_.parallel.empty();
    if (!is_shared || engine_.objects[id].space != rir::Space::Host)
      return;
    engine_.made_at_once.insert(id);
    engine_.keeps_made_at_once = true;
  }

  // The blocks of one site are one object, which stands for several; so are the files that it opens.
  [[nodiscard]] ObjectId Allocated(const rir::Op& op) const {
    if (const auto* open = std::get_if<rir::OpenOp>(&op.data)) {
      const ObjectId file = engine_.AllocatedAt(op, ObjectKind::Handle, open->callee, rir::kNone);
      engine_.objects[file].many = true;
      return file;
    }
    const auto& data = std::get<rir::AllocOp>(op.data);
    const ObjectId id = engine_.AllocatedAt(op, ObjectKind::Heap, data.callee, data.element);
    Object& o = engine_.objects[id];
    o.many = true;
    o.extent = kNoExpr;
    o.space = data.space;
    NoteMade(id);
    return id;
  }

  // What is kept of an object is as much as the pointers and the dependences: it counts, or memory would have no limit.
  void Count() const { engine_.work += held_.alternatives.size() + deps_.size() / kIdsPerOperation; }

  void Fill(ObjectId id) {
    Count();
    Contents& c = state_.Change(id);
    c.version = engine_.next_version_++;
    c.Stain(c.version);
    c.zeroed = false;
    c.cells.clear();
    c.deps.Add(kAnywhere, deps_);
    AddPointers(id, c);
    engine_.NoteCreation(id, op_.location, deps_);
  }

  // That of the whole program, once it is made, before main; one of a function's own is made by the first call.
  [[nodiscard]] bool IsConstant(ObjectId id) const {
    const rir::RegionId region = engine_.objects[id].region;
    if (region == rir::kNone || engine_.stack_.front().function == &engine_.module_.init)
      return false;
    const rir::Region& variable = engine_.module_.regions[region];
    return variable.is_const && variable.kind != rir::RegionKind::FunctionStatic && !engine_.IsAutomatic(region);
  }

  void Write(ObjectId id) {
    if (engine_.objects[id].kind == ObjectKind::Text || IsConstant(id))
      return;
    const std::optional<std::vector<Part>> parts = by_name_.contains(id) ? std::nullopt : PartsOf(id);
    if (parts && parts->empty())
      return;
    Count();
    if (parts && IsOne(id)) {
      for (const Part& part : *parts)
        WritePart(id, part);
      return;
    }
    const Target whole{id, engine_.pool.Zero(), kNoExpr, kNoExpr};
    const bool has_numbers = engine_.HoldsTrained(id);
    engine_.NoteWrite(whole, kNoExpr, {}, false, state_, op_.location, deps_,
                      has_numbers ? WriteKind::Float : WriteKind::Other);
    engine_.Clobber(whole, kNoExpr, false, state_, deps_);
    if (!parts)
      return AddPointers(id, state_.Change(id));
    for (const Part& part : *parts)
      AddPointers(id, part.type, part.offset, state_.Change(id));
  }

  // nullopt: any of its bytes.
  [[nodiscard]] std::optional<std::vector<Part>> PartsOf(ObjectId id) const {
    const Object& o = engine_.objects[id];
    const bool is_typed = o.kind == ObjectKind::Variable || o.kind == ObjectKind::Heap;
    return is_typed ? touched_.stored.PartsOf(engine_.Innermost(o.element)) : std::nullopt;
  }

  // Whether it is one record, and not an array of such.
  [[nodiscard]] bool IsOne(ObjectId id) const {
    const Object& o = engine_.objects[id];
    return o.element != rir::kNone && o.extent != kNoExpr && engine_.TypeAt(o.element).kind == rir::TypeKind::Record &&
           engine_.pool.AsConstant(o.extent) == static_cast<std::int64_t>(engine_.SizeOf(o.element));
  }

  void WritePart(ObjectId id, const Part& part) {
    const Target at{id, Bytes(part.offset), kNoExpr, kNoExpr};
    const rir::TypeId type = engine_.Innermost(part.type);
    engine_.NoteWrite(at, Bytes(part.size), {}, false, state_, op_.location, deps_, engine_.KindOf(id, type));
    engine_.Clobber(at, Bytes(part.size), false, state_, deps_);
    AddPointers(id, part.type, part.offset, state_.Change(id));
  }

  // Any pointer in it may be any of those by now.
  void AddPointers(ObjectId id, Contents& c) const {
    const rir::TypeId element = engine_.Innermost(engine_.objects[id].element);
    if (element == rir::kNone || engine_.objects[id].kind == ObjectKind::External)
      return engine_.AddAny(c.any, kAnywhere, held_);
    AddPointers(id, element, 0, c);
  }

  void AddPointers(ObjectId id, rir::TypeId type, std::uint64_t offset, Contents& c) const {
    const rir::Type& t = engine_.TypeAt(type);
    if (t.kind == rir::TypeKind::Pointer) {
      const auto [known, is_new] = pointers_.try_emplace(t.element);
      if (is_new)
        known->second = PointerTo(t.element);
      const Value& pointer = known->second;
      engine_.AddAny(c.any, offset, pointer);
      if (!IsOne(id))
        engine_.NoteLink({id, Bytes(offset), kNoExpr, kNoExpr}, kNoExpr, pointer);
      for (const ObjectId made : made_)
        if (!engine_.received.contains(made) &&
            std::ranges::any_of(PlacesOf(pointer), [&](const Alternative& a) { return a.target.object == made; }))
          engine_.received.emplace(made, std::pair(id, Bytes(offset)));
    } else if (t.kind == rir::TypeKind::Record) {
      for (const rir::Field& f : t.fields)
        AddPointers(id, f.type, offset + f.offset, c);
    } else if (t.kind == rir::TypeKind::Array && t.element != rir::kNone) {
      AddPointers(id, engine_.Innermost(t.element), offset, c);
    }
  }

  Engine& engine_;
  const rir::Op& op_;
  const Touched& touched_;
  const std::vector<Value> args_;
  State& state_;
  const std::set<ObjectId> read_, written_;
  std::set<ObjectId> by_name_;
  std::vector<ObjectId> made_;
  Deps deps_;
  Value held_;
  mutable std::map<rir::TypeId, Value> pointers_;  // by what they point to
};

void Engine::AnyResult(const rir::Op& op, const rir::CallOp& data, const std::string& name, Deps deps, State& state) {
  const Value held = Summary::HeldBy(*this, Operands(data.args), state);
  Summary::WriteInto(*this, op, data, deps, state);
  if (data.into)
    Summary::AddPointersTo(*this, Operand(data.into), held, state);
  if (op.result == rir::kNone)
    return;
  Value result = Summary::GivenBack(*this, held, op.type, name, state);
  result.deps = std::move(deps);
  SetResult(op, std::move(result));
}

void Engine::Perform(const rir::Op& op, const rir::OpaqueOp& data, State& state) {
  const std::vector<Value> args = Operands(data.args);
  Deps deps;
  for (const Value& v : args)
    Merge(deps, v.deps);
  if (data.is_anywhere)
    TakeAnywhere(data.reason, state, op.location);
  else if (data.is_within)
    TakeWithin(args, data.reason, state, op.location);
  else
    TakeAtWorst(args, data.reason, "", state, op.location);
  if (data.is_anywhere || data.is_within || op.result == rir::kNone || !IsPointer(op.type))
    return SetLibraryResult(op, std::move(deps));
  Value result = Summary::GivenBack(*this, Summary::HeldBy(*this, args, state), op.type, "library", state);
  result.deps = std::move(deps);
  SetResult(op, std::move(result));
}

void Engine::Summarize(const rir::Op& op, const rir::CallOp& data, const rir::Function& f, const Touched& touched,
                       State& state) {
  ++work;
  if (touched.meets_threads)
    threads_->TakeTurns(state);
  for (const auto& [par, function] : touched.parallel)
    NoteParallel(*par, std::get<rir::ParOp>(par->data), *function);
  if (IsNamed())
    for (const auto& [call, name] : touched.unknown)
      opaque.push_back(
          {name, call->location, "opaque", "reads and writes all that its arguments reach, and all globals"});
  Summary summary(*this, op, touched, Operands(data.args), state);
  summary.Apply();
  if (touched.meets_threads)
    threads_->TakeTurns(state);
  Summary::WriteInto(*this, op, data, summary.Dependences(), state);
  if (data.into)
    Summary::AddPointersTo(*this, Operand(data.into), summary.AllHeld(), state);
  if (op.result == rir::kNone)
    return;
  SetResult(op, IsPointer(op.type) ? summary.ResultOf(TypeAt(op.type).element)
                                   : Unknown(op.type, f.name, summary.Dependences()));
}

// Whatever the variables that the loop names lead to when it is entered.
void Engine::SummarizeLoop(const rir::Op& op, const Touched& touched, State& state) {
  ++work;
  std::vector<Value> held;
  for (const rir::RegionId root : touched.roots) {
    Value& all = held.emplace_back();
    all.kind = Value::Kind::Pointer;
    const Contents& c = state.Of(VariableOf(root));
    const auto add = [&](const Value& v) {
      all.alternatives.insert(all.alternatives.end(), v.alternatives.begin(), v.alternatives.end());
      all.functions.Merge(v.functions);
    };
    for (const Cell& cell : c.cells)
      add(cell.value);
    for (const auto& [leaf, value] : c.any)
      add(value);
  }
  if (touched.meets_threads)
    threads_->TakeTurns(state);
  for (const auto& [par, function] : touched.parallel)
    NoteParallel(*par, std::get<rir::ParOp>(par->data), *function);
  Summary(*this, op, touched, std::move(held), state).Apply();
  if (touched.meets_threads)
    threads_->TakeTurns(state);
}

}  // namespace detrain::infer
