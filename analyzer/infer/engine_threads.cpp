// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/engine_threads.h"

#include <algorithm>
#include <utility>

#include "analyzer/infer/engine_quiet.h"

namespace detrain::infer {

// Where the user's code makes the thread: a class of the library may do so in its own text.
rir::Location Engine::Threads::CalledFrom(const rir::Location& at) const {
  const auto folder = [&](const rir::Location& l) {
    const std::string& file = engine_.module_.files[l.file];
    return file.substr(0, file.rfind('/') + 1);
  };
  const auto is_users = [&](const rir::Location& l) {
    return l.file != rir::kNone &&
           (!folder(l).starts_with('/') || folder(l) == folder(engine_.stack_[0].function->declared));
  };
  for (auto frame = engine_.stack_.rbegin(); !is_users(at) && frame != engine_.stack_.rend(); ++frame)
    if (is_users(frame->call))
      return frame->call;
  return at;
}

void Engine::Threads::Tell(const rir::Location& at, const char* effect) {
  const rir::Location place = CalledFrom(at);
  if (std::ranges::none_of(engine_.assumed, [&](const OpaqueRecord& r) { return r.location == place; }))
    engine_.assumed.push_back({"thread", place, "catalog", effect});
}

Engine::Flow Engine::Threads::Run(rir::BlockId body, State state) {
  depths_.push_back(engine_.stack_.size());
  has_waited_.push_back(false);
  Flow out = engine_.Exec(engine_.stack_.back().function->blocks[body], std::move(state));
  depths_.pop_back();
  return out;
}

// Told by running it once, of which nothing is kept.
bool Engine::Threads::Waits(const rir::Op& op, const rir::ParOp& data, const State& state) {
  const auto [known, is_new] = waits_.try_emplace({engine_.SiteOf(op), engine_.stack_.back().path}, false);
  if (!is_new)
    return known->second;
  const Quiet quiet(engine_);
  Run(data.body, state);
  known->second = has_waited_.back();
  has_waited_.pop_back();
  return known->second;
}

void Engine::Threads::Start(const rir::Op& op, const rir::ParOp& data, State state, Flow& flow,
                            std::optional<State>& next) {
  if (running_ == nullptr && Waits(op, data, state)) {
    Tell(op.location,
         "threads take turns: it runs while the others wait, and at each boundary until it waits itself; what it has "
         "made ahead is saved with what it goes on from");
    StartBeside(op, data, state);
    next = std::move(state);
    return;
  }
  Tell(op.location, "threads take turns: it runs to its end before the thread that starts it goes on");
  Flow inner = Run(data.body, std::move(state));
  has_waited_.pop_back();
  next = std::move(inner.next);
  flow.TakeExits(inner);
}

bool Engine::Threads::EndsThread(const rir::Op& op, const rir::StopOp& data) {
  if (data.callee != "pthread_exit" || depths_.empty())
    return false;
  const bool is_direct = engine_.stack_.size() == depths_.back() + 1;
  if (!is_direct && engine_.IsNamed())
    engine_.opaque.push_back({"pthread_exit", op.location, "opaque",
                              "what follows the end of a thread inside a function that it calls is not followed"});
  return is_direct;
}

// What another thread may have done meanwhile shows where this one waits, takes a lock or joins it.
void Engine::Threads::Meet(const rir::SyncOp& data, State& state, const rir::Location&) {
  const bool is_wait = data.kind == rir::SyncKind::Wait;
  if (is_wait && !has_waited_.empty())
    has_waited_.back() = true;
  if (running_ != nullptr && is_wait)
    Wait(state);
  if (running_ == nullptr && (is_wait || data.kind == rir::SyncKind::Lock || data.kind == rir::SyncKind::Barrier))
    TakeTurns(state);
}

}  // namespace detrain::infer
