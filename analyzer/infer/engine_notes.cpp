// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The notes of what is read and written.
#include <algorithm>

#include "analyzer/infer/engine_threads.h"
#include "analyzer/infer/pieces.h"
#include "analyzer/infer/tables.h"

namespace detrain::infer {

// What can matter to a boundary: variables of functions that are called and return within a step cannot. While the step
// loop is still looked for, only floating-point buffers do, bytes of the heap in which floats may lie, and of what is
// read the tables of pointers that lead there.
bool Engine::IsNoted(ObjectId id) const {
  const Object& o = objects[id];
  if (!noting_ || o.kind == ObjectKind::Text)
    return false;
  if (threads_->IsBeside())
    return threads_->IsOwn(id);
  if (options_.step_loop == nullptr) {
    const auto kind = o.element == rir::kNone ? rir::TypeKind::Void : TypeAt(o.element).kind;
    const bool is_raw = o.kind == ObjectKind::Heap && kind == rir::TypeKind::Int && SizeOf(o.element) == 1;
    return is_raw || (kind != rir::TypeKind::Int && kind != rir::TypeKind::Pointer);
  }
  return o.path.empty() || o.kind != ObjectKind::Variable ||
         (o.path.size() <= boundary_path_.size() && std::equal(o.path.begin(), o.path.end(), boundary_path_.begin()));
}

bool Engine::IsTableOfLeads(ObjectId id) const {
  const Object& o = objects[id];
  return noting_ && options_.step_loop == nullptr && o.kind != ObjectKind::Variable && !threads_->IsBeside() &&
         o.element != rir::kNone && TypeAt(o.element).kind == rir::TypeKind::Pointer;
}

// Where the program's own text does it: of what the C++ library or one of opaque objects does, the call.
rir::Location Engine::InProgram(rir::Location at) const {
  const auto is_library = [](const rir::Function& f) { return f.is_library || rir::IsStandardName(f.name); };
  for (auto frame = stack_.rbegin(); frame != stack_.rend() && is_library(*frame->function); ++frame)
    if (frame->call.file != rir::kNone)
      at = frame->call;
  return at;
}

void Engine::NoteRead(const Target& t, ExprId length, const std::vector<ExprId>& guards, State& state,
                      const rir::Location& at, Use use) {
  if (threads_->NoteRead(t, length) || levels_.empty() || !(IsNoted(t.object) || IsTableOfLeads(t.object)))
    return;
  if (use == Use::Value && options_.step_loop == nullptr)
    last_read[t.object] = ++reads_;
  const Object& o = objects[t.object];
  Facts facts = state.facts;
  for (ExprId g : guards)
    if (!facts.Assume(pool, g))
      return;
  if (length != kNoExpr && !o.IsSeveral() && Covers(pool, facts, state.Of(t.object).written, t.offset, length))
    return;
  if (!o.IsSeveral() && o.extent != kNoExpr) {  // all of it was written: any read inside it is covered
    if (Covers(pool, facts, state.Of(t.object).written, pool.Zero(), o.extent))
      return;
    if (t.low != kNoExpr && Covers(pool, facts, state.Of(t.object).written, t.low, pool.Sub(t.high, t.low)))
      return;
  }
  Read read{t.object, t.offset, length,        t.low, t.high,       std::make_shared<Facts>(std::move(facts)),
            at,       use,      state.control, {},    InProgram(at)};
  for (Read& part : LeftOf(std::move(read), state.Of(t.object).written))
    levels_.back().pending.push_back(std::move(part));
}

// What of a read the pieces do not cover.
std::vector<Read> Engine::LeftOf(Read read, const std::vector<Piece>& pieces) {
  const Object& o = objects[read.object];
  if (o.IsSeveral() || pieces.empty())
    return {std::move(read)};
  if (!TakeWritten(pool, read, o.extent, pieces))
    return {};
  // While the step loop is looked for, a read stands for the buffer that it begins in.
  const bool is_cut = options_.step_loop != nullptr && read.use == Use::Value;
  std::vector<Read> parts = is_cut ? Unwritten(pool, std::move(read), pieces) : std::vector{std::move(read)};
  for (Read& part : parts)
    FindConditions(part, pieces);
  return parts;
}

// Of what a value depends on, the readings of the environment that no resumed run makes again.
Deps Engine::ReadBetween(const Deps& deps) const {
  Deps out;
  for (const std::uint32_t id : deps)
    if (read_between_.contains(id))
      out.insert(id);
  return out;
}

void Engine::NoteWrite(const Target& t, ExprId length, const std::vector<ExprId>& guards, bool certain, State& state,
                       const rir::Location& at, const Deps& deps, WriteKind kind) {
  if (IsTable(module_, objects[t.object]) || threads_->NoteWrite(t, length, deps))
    return;
  if (levels_.empty() || !IsNoted(t.object)) {
    if (!levels_.empty() && between_ && !noting_)  // a resumed run jumps over what the nest does before the first step
      levels_.back().writes.push_back(
          {t.object, t.offset, length, t.low, t.high, at, ReadBetween(deps), kind, nullptr, InProgram(at), {}});
    return;
  }
  const bool is_recorded = options_.step_loop == nullptr && kind != WriteKind::Other;
  levels_.back().writes.push_back({t.object, t.offset, length, t.low, t.high, at, deps, kind,
                                   is_recorded ? std::make_shared<Facts>(state.facts) : nullptr, InProgram(at),
                                   state.control});
  if (!certain || length == kNoExpr || objects[t.object].IsSeveral())
    return;
  Piece piece{t.offset, length, {}, guards};
  std::sort(piece.guards.begin(), piece.guards.end());
  AddPiece(pool, state.Change(t.object).written, std::move(piece));
}

}  // namespace detrain::infer
