// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that meet the outside: generators, files, what is read from and written to them.
#include <algorithm>
#include <utility>

#include "analyzer/infer/bits.h"
#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"
#include "analyzer/rir/library_choice.h"

namespace detrain::infer {

namespace {

constexpr std::int64_t kHandleSize = 8;  // bytes of a Handle object: they stand for the file's position

}  // namespace

// What a library chooses anew in each run is the program's own; nothing where the rewrite pins the choice, which it
// does in C++.
const char* Engine::EnvironmentOf(const rir::Op& op) const {
  const auto& input = std::get<rir::InputOp>(op.data);
  if (const rir::LibraryChoice* choice = rir::LibraryChoiceOf(input)) {
    const bool is_c = op.location.file != rir::kNone && module_.files[op.location.file].ends_with(".c");
    return choice->is_pinned && !is_c ? nullptr : kOfLibrary;
  }
  switch (input.source) {
    case rir::Source::Clock:
      return "clock";
    case rir::Source::Pid:
      return "pid";
    case rir::Source::Entropy:
      return "entropy";
    case rir::Source::Address:
      return kAddress;
    case rir::Source::Host:  // recorded: how many workers there are, and which of them asks
      return input.is_recorded ? nullptr : "host";
    case rir::Source::Interactive:
      return input.is_recorded ? kStandardInput : "input";
    case rir::Source::Directory:
      return "directory";
    case rir::Source::File:
    case rir::Source::Arguments:
      break;
  }
  return nullptr;
}

void Engine::AddEnvironment(const rir::Op& input, Deps& deps) {
  const char* environment = EnvironmentOf(input);
  if (environment == nullptr)
    return;
  // Threads that read at once get the recorded answers in the order in which they come.
  const bool is_recorded = std::get<rir::InputOp>(input.data).is_recorded && !is_by_many_;
  const std::uint32_t reading =
      SourceOf({SourceKind::Environment, 0, 0, environment, InProgram(input.location), is_recorded});
  if (between_)
    read_between_.insert(reading);
  deps.insert(reading);
}

void Engine::Perform(const rir::Op& op, const rir::DrawOp& data, State& state) {
  const Value stream = Operand(data.stream);
  Deps deps = stream.deps;
  for (const Alternative& a : PlacesOf(stream)) {
    drawn_from.insert(a.target.object);
    NoteRead(a.target, pool.Constant(1), a.guards, state, op.location, Use::Value);
    NoteWrite(a.target, pool.Constant(1), a.guards, false, state, op.location, state.control);
    Merge(deps, state.Of(a.target.object).deps.All());
    deps.insert(SourceOf({SourceKind::Cell, a.target.object, 0, "", {}}));
    Clobber(a.target, kNoExpr, true, state, {});
  }
  for (const auto& x : data.args)
    Merge(deps, Operand(x).deps);
  SetLibraryResult(op, std::move(deps));
  if (op.result != rir::kNone && IsInt(op.type))
    if (auto atom = pool.AsAtom(stack_.back().values[op.result].number))
      pool.SetLower(*atom, pool.Zero());
}

void Engine::Perform(const rir::Op& op, const rir::SeedOp& data, State& state) {
  const Value stream = Operand(data.stream);
  Deps deps = state.control;
  for (const auto& x : data.values)
    Merge(deps, Operand(x).deps);
  for (const Alternative& a : PlacesOf(stream)) {
    const ObjectId id = a.target.object;
    // A state in the program's own memory may be one of several; what it covers is the row's to say.
    if (objects[id].kind == ObjectKind::Variable || objects[id].kind == ObjectKind::Heap) {
      NoteWrite(a.target, pool.Constant(1), {}, stream.alternatives.size() == 1, state, op.location, deps);
      Clobber(a.target, kNoExpr, true, state, deps);
      continue;
    }
    NoteWrite(a.target, objects[id].extent, {}, stream.alternatives.size() == 1, state, op.location, deps);
    Contents& c = state.Change(id);
    c.version = next_version_++;
    c.Stain(c.version);
    c.deps.Set(deps);
  }
}

std::optional<ObjectId> Engine::HandleOf(const Value& descriptor) const {
  const auto atom = descriptor.HasNumber() ? pool.AsAtom(descriptor.number) : std::nullopt;
  if (!atom || pool.At(*atom).op != AtomOp::Bits || pool.At(*atom).detail.size() != 2 ||
      pool.At(*atom).detail[0] != DetailOf(BitsKind::Descriptor))
    return std::nullopt;
  return static_cast<ObjectId>(pool.At(*atom).detail[1]);
}

// A FILE* or a descriptor, as a pointer to the open file.
Value Engine::FileOf(Value handle) {
  if (const auto file = HandleOf(handle))
    handle.alternatives = Pointer(*file).alternatives;
  return handle;
}

// What hangs on the place in a file hangs on how it got there; on where it stood at the boundary only where nothing
// since then has put it elsewhere.
Deps Engine::PositionDeps(const Value& file, const State& state) {
  Deps deps = file.deps;
  const ExprId size = pool.Constant(kHandleSize);
  for (const Alternative& a : PlacesOf(file)) {
    const Contents& c = state.Of(a.target.object);
    Merge(deps, c.deps.All());
    if (!Covers(pool, state.facts, c.written, pool.Zero(), size))
      deps.insert(SourceOf({SourceKind::Cell, a.target.object, 0, "", {}}));
  }
  return deps;
}

// Reading and writing a file begin where it stands, and move it; by how far depends on `by`.
void Engine::MoveFile(const Value& file, const Deps& by, State& state, const rir::Location& at) {
  if (file.alternatives.empty() && recording_)
    opaque.push_back({"file", at, "opaque", "which open file this is, is not known; its position is not saved"});
  for (const Alternative& a : PlacesOf(file)) {
    NoteRead(a.target, pool.Constant(kHandleSize), a.guards, state, at, Use::Position);
    const Deps deps = PositionDeps(file, state);
    Deps moved = state.control;
    Merge(moved, by);
    if (!Includes(state.Of(a.target.object).deps.All(), moved))
      state.Change(a.target.object).deps.Add(kAnywhere, moved);
    Merge(moved, deps);
    NoteWrite(a.target, pool.Constant(kHandleSize), a.guards, false, state, at, moved);
  }
}

// What is read from where a file stands depends on that too; and then the file stands elsewhere.
void Engine::ReadOn(const Value& file, Deps& deps, State& state, const rir::Location& at) {
  const Deps asked = deps;
  Merge(deps, PositionDeps(file, state));
  MoveFile(file, asked, state, at);
}

// The open file `id`, or null: which of the two is told by the program's own test of the result.
Value Engine::OpenedOrNull(ObjectId id) {
  Value v = Pointer(id);
  const ExprId fails = pool.Eq0(pool.Fresh("opened"));
  Alternative null;
  null.is_null = true;
  null.guards = {fails};
  v.alternatives[0].guards = {pool.Not(fails)};
  v.alternatives.push_back(std::move(null));
  return v;
}

void Engine::Perform(const rir::Op& op, const rir::OpenOp& data, State& state) {
  const Value path = Operand(data.path);
  ReadThrough(path, kNoExpr, state, op.location);
  const ObjectId id = AllocatedAt(op, ObjectKind::Handle, data.callee, rir::kNone);
  objects[id].extent = pool.Constant(kHandleSize);
  Contents& c = state.Change(id);
  c = Contents{};
  c.version = next_version_++;
  AddPiece(pool, c.written, {pool.Zero(), pool.Constant(kHandleSize), {}, {}});
  Deps deps = state.control;
  Merge(deps, ContentDeps(path, state));
  NoteCreation(id, op.location, deps);
  Value v = data.is_descriptor ? Number(pool.Apply(AtomOp::Bits, {pool.Zero()}, {DetailOf(BitsKind::Descriptor), id}))
                               : OpenedOrNull(id);
  v.deps = std::move(deps);
  SetResult(op, std::move(v));
}

void Engine::Perform(const rir::Op& op, const rir::CloseOp& data, State&) {
  if (boundary.outer_atoms == 0) {
    const Value file = FileOf(Operand(data.handle));
    for (const Alternative& a : PlacesOf(file))
      closed_before.insert(a.target.object);
  }
  SetLibraryResult(op, {});
}

void Engine::Perform(const rir::Op& op, const rir::SeekOp& data, State& state) {
  const Value file = FileOf(Operand(data.handle));
  const Value whence = data.whence ? Operand(data.whence) : Number(pool.Zero());
  const auto mode = whence.HasNumber() ? pool.AsConstant(whence.number) : std::nullopt;
  const bool absolute = mode && *mode != 1;
  const bool single = file.alternatives.size() == 1;
  Deps deps = state.control;
  if (data.offset)
    Merge(deps, Operand(data.offset).deps);
  for (const Alternative& a : PlacesOf(file)) {
    if (!absolute)
      NoteRead(a.target, pool.Constant(kHandleSize), a.guards, state, op.location, Use::Position);
    const bool sets = absolute && single;
    Deps where = deps;
    if (!sets)
      Merge(where, PositionDeps(file, state));
    NoteWrite(a.target, pool.Constant(kHandleSize), single ? std::vector<ExprId>{} : a.guards, absolute, state,
              op.location, where);
    StoredDeps& known = state.Change(a.target.object).deps;
    if (sets)
      known.clear();
    known.Add(kAnywhere, where);
  }
  SetLibraryResult(op, std::move(deps));
}

// How many bytes arrive, where the program looks at the result; kNoExpr: as many as it asked for.
ExprId Engine::ReceivedBytes(const rir::Op& op, const rir::InputOp& data) {
  if (!data.unit || !data.checks_result || op.result == rir::kNone)
    return kNoExpr;
  const Value& result = stack_.back().values[op.result];
  if (!result.HasNumber())
    return kNoExpr;
  const ExprId count = result.number;
  const ExprId bytes = pool.Mul(count, LengthOf(data.unit));
  if (auto atom = pool.AsAtom(count))
    pool.SetLower(*atom, pool.Zero());
  return bytes;
}

void Engine::Perform(const rir::Op& op, const rir::InputOp& data, State& state) {
  Deps deps = state.control;
  AddEnvironment(op, deps);
  for (const rir::Operand* number : {&data.unit, &data.offset})
    if (*number)
      Merge(deps, Operand(*number).deps);
  std::vector<std::pair<Value, ExprId>> targets;
  for (const auto& t : data.targets) {
    if (t.bytes)
      Merge(deps, Operand(t.bytes).deps);
    targets.emplace_back(Operand(t.address), LengthOf(t.bytes));
  }
  if (data.handle && data.source != rir::Source::Arguments) {
    const Value file = FileOf(Operand(data.handle));
    if (data.offset)
      Merge(deps, file.deps);
    else
      ReadOn(file, deps, state, op.location);
  }
  SetLibraryResult(op, deps);
  const ExprId received = ReceivedBytes(op, data);
  for (const auto& [address, length] : targets) {
    const bool single = address.alternatives.size() == 1;
    for (const Alternative& a : PlacesOf(address)) {
      NoteWrite(a.target, received != kNoExpr ? received : length, single ? std::vector<ExprId>{} : a.guards,
                single || !a.guards.empty(), state, op.location, deps);
      Clobber(a.target, length, single && received == kNoExpr, state, deps);
    }
  }
  if (data.unit && !data.checks_result && recording_)
    opaque.push_back(
        {data.callee, op.location, "catalog", "reads as much as it is asked for (its result is not checked)"});
}

// sprintf: the text and its end are at least one byte; what follows the end is not read as text.
void Engine::WriteText(const Value& to, const Deps& deps, State& state, const rir::Location& at) {
  const bool single = to.alternatives.size() == 1;
  for (const Alternative& a : PlacesOf(to)) {
    NoteWrite(a.target, objects[a.target.object].extent, a.guards, single && pool.IsZero(a.target.offset), state, at,
              deps);
    Clobber(a.target, kNoExpr, single, state, deps);
  }
}

// std::cout and its kind: streams that the library defines; what stdout and stderr lead to.
bool Engine::IsConsole(ObjectId id) const {
  const Object& o = objects[id];
  return consoles_.contains(id) || (o.region != rir::kNone && !module_.regions[o.region].is_defined &&
                                    TypeAt(module_.regions[o.region].type).kind == rir::TypeKind::Handle);
}

// The open files that have a place to be moved from. Empty where all that `file` may be is a console, and false then.
bool Engine::DropConsoles(Value& file) const {
  const std::size_t all =
      std::erase_if(file.alternatives, [&](const Alternative& a) { return !a.is_null && IsConsole(a.target.object); });
  return all == 0 || !PlacesOf(file).empty();
}

void Engine::Perform(const rir::Op& op, const rir::OutputOp& data, State& state) {
  const ExprId bytes = LengthOf(data.bytes);
  Deps all, place;
  const bool has_file = data.handle && data.sink == rir::Sink::File;
  Value file = has_file ? FileOf(Operand(data.handle)) : Value{};
  const bool moves = has_file && DropConsoles(file);
  if (moves)
    place = PositionDeps(file, state);
  const bool to_file = data.sink != rir::Sink::Text && (moves || !has_file);
  if (recording_ && data.args.empty())  // whether it is printed may hang on something
    outputs.push_back({op.location, data.first_argument, {}, state.control, to_file});
  for (std::size_t i = 0; i < data.args.size(); ++i) {
    const Value v = Operand(data.args[i]);
    Deps deps = v.deps;
    Merge(deps, place);
    ReadThrough(v, data.target ? kNoExpr : bytes, state, op.location);
    Merge(deps, ContentDeps(v, state, data.target ? kNoExpr : bytes));
    const auto is_address = static_cast<bool>(AddressIn(v));
    const std::uint32_t argument = data.first_argument + static_cast<std::uint32_t>(i);
    if (recording_)
      outputs.push_back({op.location, argument, deps, state.control, to_file});
    else if (is_address && !data.target)  // in front of the boundary: what else differs there is on record
      outputs.push_back({op.location, argument, v.deps, {}, to_file});
    Merge(all, deps);
  }
  if (moves)
    MoveFile(file, all, state, op.location);
  if (data.target) {
    Merge(all, state.control);
    WriteText(Operand(data.target), all, state, op.location);
  }
  SetLibraryResult(op, std::move(all));
}

}  // namespace detrain::infer
