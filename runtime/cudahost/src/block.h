// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One block while it runs: its threads, what they wait for, and who runs next. A block belongs to one OS thread, its
// Worker.
#pragma once

#include <functional>
#include <vector>

#include "background.h"
#include "detrain/cudahost/device.h"
#include "detrain/cudahost/launch.h"
#include "fiber.h"
#include "schedule.h"

namespace detrain::cudahost {

constexpr std::size_t kMostShared = std::size_t{256} * 1024;  // of dynamic shared memory

// A launch while it runs, shared by the workers.
struct Grid {
  Configuration configuration;
  const std::function<void()>* body;
  Site site;
  std::uint64_t number;  // of the launch, from 1
};

enum class State : std::uint8_t { Fresh, Ready, Running, AtBarrier, AtWarp, Done };

struct CudaThread {
  Fiber* fiber = nullptr;  // none before the thread runs
  State state = State::Fresh;
  uint3 index{};
  // While it waits:
  Site site{};
  WarpKind kind = WarpKind::Sync;
  Vote vote = Vote::None;
  bool is_signed = false;
  int source = 0;
  int predicate = 0;
  unsigned mask = 0;
  std::uint64_t value = 0;
  std::uint64_t result = 0;
};

struct Warp {
  std::uint32_t live = 0;     // lanes that have not ended
  std::uint32_t ready = 0;    // lanes that could run now
  std::uint32_t waiting = 0;  // lanes in an operation of the warp
  std::uint32_t epoch = 0;    // operations of the warp so far
};

// The policy by which a schedule picks the next thread.
enum class Policy : std::uint8_t { InOrder, Uniform, Priority, Burst };

class Worker {
 public:
  explicit Worker(unsigned number);

  // Runs one block to its end. `dice` decides where there is a schedule.
  void RunBlock(const Grid& grid, std::uint64_t block, std::uint64_t dice);

  // By a fiber, of itself:
  int Barrier(Scope scope, Vote vote, int predicate, Site site);
  std::uint64_t WarpExchange(WarpKind kind, unsigned mask, std::uint64_t value, int source, bool is_signed, Site site);
  void Yield(unsigned one_in);
  // Whether the schedule does a copy in the background at once.
  bool IsEarly() { return dice_.OneIn(4); }

  BackgroundCopies& copies() { return copies_; }
  const Grid& grid() const { return *grid_; }
  unsigned number() const { return number_; }
  unsigned thread() const { return current_; }
  std::uint64_t block() const { return block_; }
  std::uint32_t epoch() const { return epoch_; }
  std::uint32_t rounds() const { return rounds_; }
  std::uint32_t warp_epoch(unsigned warp) const { return warps_[warp].epoch; }
  void* dynamic_shared() { return shared_; }
  std::size_t dynamic_size() const { return grid_->configuration.shared; }

 private:
  static constexpr unsigned kNone = ~0U;
  static void FiberMain(boost::context::detail::transfer_t from);

  void Start(const Grid& grid, std::uint64_t block);
  void SetIndices();
  unsigned Pick();
  unsigned PickWarp();
  unsigned PickLane(std::uint32_t ready);
  void BecomeCurrent(unsigned thread);
  void Jump(Fiber* from, Fiber* to);
  void SwitchAway();
  void Finish();
  void MakeReady(unsigned thread);
  void CompleteBarrierIfMet();
  bool CompleteWarp(unsigned warp, unsigned thread);
  void Exchange(unsigned warp, std::uint32_t lanes, unsigned thread);
  void ReportDivergence();
  void Unstick();
  Site SiteOfOthers(unsigned warp, std::uint32_t lanes) const;

  unsigned number_;
  const Grid* grid_ = nullptr;
  std::uint64_t block_ = 0;
  std::vector<CudaThread> threads_;
  Warp warps_[32];
  std::uint32_t ready_warps_ = 0;
  unsigned current_ = kNone;
  unsigned live_ = 0, waiting_ = 0;
  Scope scope_ = Scope::Block;
  std::uint32_t epoch_ = 0;   // barriers of the block so far
  std::uint32_t rounds_ = 0;  // those that were the grid's
  BackgroundCopies copies_;
  FiberPool fibers_;
  Fiber main_;
  Fiber* leaving_ = nullptr;
  char* shared_ = nullptr;
  Dice dice_{0};
  Policy policy_ = Policy::InOrder;
  std::uint8_t priority_[32] = {};
};

// The worker of this OS thread while a block runs on it, else null.
Worker*& ThisWorker();

}  // namespace detrain::cudahost
