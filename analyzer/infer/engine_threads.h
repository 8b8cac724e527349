// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's threads. In a rewritten program they take turns: one runs until it ends or waits for another one, and
// its creator goes on then (docs/runtime.md). So a thread that does not wait is a call of its function.
//
// One that waits lives beside the others: a loader that fills a queue. It may run again wherever another thread waits,
// takes a lock, or comes to a boundary. What it reads, writes and stores there is found by running its function until
// nothing new is found; from then on it is taken to happen at each such place, in any order, and never for certain.
#ifndef DETRAIN_ANALYZER_INFER_ENGINE_THREADS_H
#define DETRAIN_ANALYZER_INFER_ENGINE_THREADS_H

#include <memory>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

class Engine::Threads {
 public:
  explicit Threads(Engine& engine) : engine_(engine) {}

  void Start(const rir::Op& op, const rir::ParOp& data, State state, Flow& flow, std::optional<State>& next);
  // Whether `pthread_exit` here ends a thread's function, as a return from it does.
  bool EndsThread(const rir::Op& op, const rir::StopOp& data);
  void Meet(const rir::SyncOp& data, State& state, const rir::Location& at);
  // The threads that live beside this one run.
  void TakeTurns(State& state);

  // While such a thread's function is run to see what it does:
  [[nodiscard]] bool IsBeside() const { return running_ != nullptr; }
  // A variable of one of its activations.
  [[nodiscard]] bool IsOwn(ObjectId id) const;
  // True where the access is noted as the thread's.
  bool NoteRead(const Target& t, ExprId length);
  bool NoteWrite(const Target& t, ExprId length, const Deps& deps);
  [[nodiscard]] bool HaveAnyBeside() const { return !besides_.empty(); }
  // Whether what was written before the loop that ends at `level` may be older than a wait in it.
  [[nodiscard]] bool LivesAcrossWait(ObjectId id, std::size_t level) const {
    return running_ != nullptr && waited_.contains(level) && IsOwn(id);
  }
  void LeaveLoop(std::size_t level) { waited_.erase(level); }

 private:
  struct Place {  // of an access, where that is known; else all of the object
    ExprId offset = kNoExpr, length = kNoExpr;
    auto operator<=>(const Place&) const = default;
  };
  struct Beside {
    std::vector<Frame> stack;  // where it is started
    rir::BlockId body = rir::kNone;
    rir::Location at;
    std::map<ObjectId, std::set<Place>> read, written;
    std::map<ObjectId, std::map<std::uint64_t, Value>> pointers;  // that it stores, by leaf
    std::set<ObjectId> known;                                     // what it could reach when it was looked at
    Deps deps;                                                    // of what it writes
    std::vector<std::uint32_t> own;                               // the call path of its function
    std::map<ObjectId, std::map<std::uint64_t, Value>> met;       // pointers that stood where it reads, by leaf
  };
  struct Quiet;

  [[nodiscard]] rir::Location CalledFrom(const rir::Location& at) const;
  void Tell(const rir::Location& at, const char* effect);
  bool Waits(const rir::Op& op, const rir::ParOp& data, const State& state);
  Flow Run(rir::BlockId body, State state);
  void StartBeside(const rir::Op& op, const rir::ParOp& data, State& state);
  void LookAt(Beside& b, State state);
  void RunOnce(Beside& b, const State& state);
  void Wait(State& state);
  void Learn(Beside& b, const State& end);
  void FindLost(const Beside& b, const std::vector<Read>& reads);
  [[nodiscard]] bool IsTheSame(const Read& read, const Beside& b) const;
  [[nodiscard]] bool IsMadeBy(const Beside& b, ObjectId id) const;
  std::set<ObjectId> Reached(const Beside& b, const State& state);
  void Act(Beside& b, State& state);
  void Forget(const Beside& b, ObjectId id, const std::set<Place>& places, State& state);
  [[nodiscard]] Place PlaceOf(const Target& t, ExprId length) const;
  ExprId Somewhere(ObjectId object);
  Value Loosened(const Value& v);
  void Widen(Value& known, const Value& v);
  bool MeetsNew(Beside& b, const State& state);

  Engine& engine_;
  std::vector<std::size_t> depths_;  // of the stack, where each thread that runs was started
  std::vector<bool> has_waited_;     // each of them
  std::map<std::pair<Site, std::vector<std::uint32_t>>, bool> waits_;
  std::map<std::pair<Site, std::vector<std::uint32_t>>, Beside> besides_;
  Beside* running_ = nullptr;
  bool is_new_ = false;                   // something was found that was not known
  std::set<std::size_t> waited_;          // levels of loops in which the thread waits
  std::map<ObjectId, ExprId> somewhere_;  // stands for any place in an object
  std::vector<State> arrivals_;           // where it waits
};

}  // namespace detrain::infer

#endif
