// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "grid.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "condition.h"
#include "library.h"
#include "report.h"
#include "sums.h"

namespace detrain::cudahost {
namespace {

// An OS thread that runs blocks, for ever.
struct Runner {
  std::unique_ptr<Worker> worker;
  Condition wake;           // of this one alone: waking all for each baton costs more than a small block
  bool active = false;      // has a part in the current grid
  bool finished = true;     // of the current grid
  bool at_barrier = false;  // of the grid
};

class Pool {
 public:
  void Run(const Grid& grid) {
    const dim3 shape = grid.configuration.grid;
    blocks_ = std::uint64_t{shape.x} * shape.y * shape.z;
    std::unique_lock<std::mutex> lock(mutex_);
    Prepare(grid);
    ++generation_;
    WakeAll();
    done_.Wait(lock, [this] { return running_ == 0; });
    FinishSums();
  }

  void Pass(Worker& worker) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!PickHolder())
      return;
    AwaitBaton(lock, worker.number());
  }

  void GridBarrier(Worker& worker) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!grid_->configuration.cooperative)
      ReportFatal("grid-barrier", grid_->site, "a barrier of the grid in a launch that is not cooperative");
    const std::uint64_t round = round_;
    runners_[worker.number()]->at_barrier = true;
    if (++arrived_ == running_) {
      arrived_ = 0;
      ++round_;
      FinishSums();
      for (const auto& runner : runners_)
        runner->at_barrier = false;
      WakeAll();
    }
    Condition& wake = runners_[worker.number()]->wake;
    if (IsScheduled()) {
      PickHolder();
      wake.Wait(lock, [&] { return round_ != round && holder_ == worker.number(); });
    } else {
      wake.Wait(lock, [&] { return round_ != round; });
    }
  }

 private:
  static unsigned Cores() {
    static const unsigned cores = [] {
      const char* const text = std::getenv("DETRAIN_CUDA_THREADS");
      const unsigned asked = text == nullptr ? 0 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
      return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
    }();
    return cores;
  }

  void Prepare(const Grid& grid) {
    grid_ = &grid;
    next_ = 0;
    arrived_ = 0;
    dice_ = Dice(ScheduleSeed() * 0x2545f4914f6cdd1d + grid.number);
    order_.clear();
    std::uint64_t workers = std::min<std::uint64_t>(Cores(), blocks_);
    if (IsScheduled()) {
      ChooseOrder();
      workers = std::min<std::uint64_t>(1 + dice_.Below(3), blocks_);
    }
    if (grid.configuration.cooperative)
      workers = blocks_;
    while (runners_.size() < workers)
      AddRunner();
    running_ = static_cast<unsigned>(workers);
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      runners_[i]->active = i < workers;
      runners_[i]->finished = i >= workers;
      runners_[i]->at_barrier = false;
    }
    holder_ = IsScheduled() ? dice_.Below(workers) : 0;
  }

  // Blocks may start in any order: as numbered, backwards, or shuffled.
  void ChooseOrder() {
    order_.resize(blocks_);
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
    const unsigned kind = dice_.Below(4);
    if (kind == 0)
      return;
    if (kind == 1) {
      std::reverse(order_.begin(), order_.end());
      return;
    }
    for (std::uint64_t i = blocks_; i > 1; --i)
      std::swap(order_[i - 1], order_[dice_.Next() % i]);
  }

  void AddRunner() {
    const auto number = static_cast<unsigned>(runners_.size());
    runners_.push_back(std::make_unique<Runner>());
    runners_.back()->worker = std::make_unique<Worker>(number);
    const std::uint64_t seen = generation_;
    // It waits for grids until the process ends.
    if (!StartThread([this, number, seen] { Serve(number, seen); }))
      ReportFatal("threads", grid_->site, "no thread can be started for a block");
  }

  void Serve(unsigned number, std::uint64_t seen) {
    for (;;) {
      Runner* runner = nullptr;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        runner = runners_[number].get();
        runner->wake.Wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        if (!runner->active)
          continue;
        if (IsScheduled())
          AwaitBaton(lock, number);
      }
      RunBlocks(*runner->worker);
      const std::lock_guard<std::mutex> lock(mutex_);
      runner->finished = true;
      --running_;
      if (running_ != 0 && arrived_ == running_)
        ReportFatal("deadlock", grid_->site, "a block has ended, the others wait for it at a barrier of the grid");
      if (running_ == 0)
        done_.NotifyAll();
      else if (IsScheduled())
        PickHolder();
    }
  }

  void RunBlocks(Worker& worker) {
    for (;;) {
      const std::uint64_t turn = next_.fetch_add(1, std::memory_order_relaxed);
      if (turn >= blocks_)
        return;
      const std::uint64_t block = order_.empty() ? turn : order_[turn];
      // Only its holder draws, and which block it draws for was drawn too.
      worker.RunBlock(*grid_, block, IsScheduled() ? dice_.Next() : 0);
      DropBlockSums();
      if (IsScheduled() && dice_.OneIn(4))
        Pass(worker);
      if (grid_->configuration.cooperative)
        return;
    }
  }

  void WakeAll() {
    for (const auto& runner : runners_)
      if (runner->active)
        runner->wake.NotifyOne();
  }

  // Chooses who has the baton among those who can go on. False: there is nobody.
  bool PickHolder() {
    std::vector<unsigned> able;
    for (unsigned i = 0; i < runners_.size(); ++i)
      if (runners_[i]->active && !runners_[i]->finished && !runners_[i]->at_barrier)
        able.push_back(i);
    if (able.empty())
      return false;
    holder_ = able[dice_.Below(able.size())];
    runners_[holder_]->wake.NotifyOne();
    return true;
  }

  void AwaitBaton(std::unique_lock<std::mutex>& lock, unsigned number) {
    runners_[number]->wake.Wait(lock, [&] { return holder_ == number; });
  }

  std::mutex mutex_;
  Condition done_;
  std::vector<std::unique_ptr<Runner>> runners_;
  const Grid* grid_ = nullptr;
  std::uint64_t blocks_ = 0, generation_ = 0, round_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::vector<std::uint64_t> order_;
  unsigned running_ = 0, arrived_ = 0, holder_ = 0;
  Dice dice_{0};
};

// Never destroyed: its threads outlive main.
Pool& ThePool() {
  static Pool* const pool = Forever<Pool>();
  return *pool;
}

}  // namespace

void RunGrid(const Grid& grid) {
  ThePool().Run(grid);
}
void PassBaton(Worker& worker) {
  ThePool().Pass(worker);
}
void WaitForGrid(Worker& worker) {
  ThePool().GridBarrier(worker);
}

}  // namespace detrain::cudahost
