// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/engine_threads.h"

#include <algorithm>
#include <utility>

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

void Engine::Threads::Start(const rir::Op& op, const rir::ParOp& data, State state, Flow& flow,
                            std::optional<State>& next) {
  const rir::Location place = CalledFrom(op.location);
  if (std::ranges::none_of(engine_.assumed, [&](const OpaqueRecord& r) { return r.location == place; }))
    engine_.assumed.push_back({"thread", place, "catalog",
                               "threads take turns: it runs to its end before the thread that starts it goes on"});
  depths_.push_back(engine_.stack_.size());
  Flow inner = engine_.Exec(engine_.stack_.back().function->blocks[data.body], std::move(state));
  depths_.pop_back();
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

}  // namespace detrain::infer
