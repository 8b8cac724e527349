// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block.h"

#include <sys/mman.h>

#include <cstdlib>
#include <string>

#include "grid.h"
#include "report.h"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace detrain::cudahost {
namespace {

thread_local Worker* this_worker = nullptr;

}  // namespace

Worker*& ThisWorker() {
  return this_worker;
}

Worker::Worker(unsigned number) : number_(number), fibers_(&Worker::FiberMain) {
  shared_ = static_cast<char*>(std::aligned_alloc(4096, kMostShared));
}

void Worker::SetIndices() {
  const dim3 grid = grid_->configuration.grid;
  const auto b = block_;
  blockIdx = {static_cast<unsigned>(b % grid.x), static_cast<unsigned>(b / grid.x % grid.y),
              static_cast<unsigned>(b / grid.x / grid.y)};
  blockDim = grid_->configuration.block;
  gridDim = grid;
}

void Worker::Start(const Grid& grid, std::uint64_t block) {
  grid_ = &grid;
  block_ = block;
  SetIndices();
  const dim3 shape = grid.configuration.block;
  live_ = shape.x * shape.y * shape.z;
  waiting_ = 0;
  epoch_ = rounds_ = 0;
  threads_.assign(live_, CudaThread{});
  ready_warps_ = 0;
  copies_.Clear();
  for (Warp& warp : warps_)
    warp = Warp{};
  for (unsigned t = 0; t < live_; ++t) {
    threads_[t].index = {t % shape.x, t / shape.x % shape.y, t / shape.x / shape.y};
    warps_[t / 32].live |= 1U << (t % 32);
    MakeReady(t);
  }
}

void Worker::RunBlock(const Grid& grid, std::uint64_t block, std::uint64_t dice) {
  this_worker = this;
  Start(grid, block);
  if (IsScheduled()) {
    dice_ = Dice(dice);
    policy_ = static_cast<Policy>(1 + dice_.Below(3));
    for (std::uint8_t& priority : priority_)
      priority = static_cast<std::uint8_t>(dice_.Below(200));
  }
  const unsigned first = Pick();
  BecomeCurrent(first);
  threads_[first].fiber = fibers_.Take();
  Jump(&main_, threads_[first].fiber);
  current_ = kNone;
  this_worker = nullptr;
}

// --- switching ---

void Worker::Jump(Fiber* from, Fiber* to) {
  leaving_ = from;
  const auto back = boost::context::detail::jump_fcontext(to->context, this);
  leaving_->context = back.fctx;
}

void Worker::FiberMain(boost::context::detail::transfer_t from) {
  auto* const self = static_cast<Worker*>(from.data);
  self->leaving_->context = from.fctx;
  for (;;) {
    (*self->grid_->body)();
    self->copies_.End(self->current_);
    self->Finish();
  }
}

void Worker::BecomeCurrent(unsigned thread) {
  current_ = thread;
  CudaThread& t = threads_[thread];
  t.state = State::Running;
  warps_[thread / 32].ready &= ~(1U << (thread % 32));
  if (warps_[thread / 32].ready == 0)
    ready_warps_ &= ~(1U << (thread / 32));
  threadIdx = t.index;
}

// The current thread has ended; its fiber goes on with another one, or is given back.
void Worker::Finish() {
  CudaThread& ended = threads_[current_];
  Fiber* const fiber = ended.fiber;
  ended.state = State::Done;
  ended.fiber = nullptr;
  const unsigned warp = current_ / 32;
  warps_[warp].live &= ~(1U << (current_ % 32));
  --live_;
  if (live_ != 0 && waiting_ != 0)
    CompleteBarrierIfMet();
  // Lanes may have waited for this one alone.
  for (std::uint32_t lanes = warps_[warp].live; lanes != 0; lanes &= lanes - 1) {
    const unsigned other = warp * 32 + static_cast<unsigned>(__builtin_ctz(lanes));
    if (threads_[other].state == State::AtWarp && CompleteWarp(warp, other))
      break;
  }
  const unsigned next = live_ == 0 ? kNone : Pick();
  if (next != kNone && threads_[next].fiber == nullptr) {
    BecomeCurrent(next);
    threads_[next].fiber = fiber;
    return;
  }
  fibers_.Give(fiber);
  Fiber* const to = next == kNone ? &main_ : threads_[next].fiber;
  if (next != kNone)
    BecomeCurrent(next);
  Jump(fiber, to);  // comes back with a thread that begins on this fiber
}

// The current thread waits, or lets others go first.
void Worker::SwitchAway() {
  const unsigned from = current_;
  const unsigned next = Pick();
  BecomeCurrent(next);
  if (next == from)
    return;
  if (threads_[next].fiber == nullptr)
    threads_[next].fiber = fibers_.Take();
  Jump(threads_[from].fiber, threads_[next].fiber);
}

void Worker::MakeReady(unsigned thread) {
  if (threads_[thread].state != State::Fresh)
    threads_[thread].state = State::Ready;
  warps_[thread / 32].ready |= 1U << (thread % 32);
  ready_warps_ |= 1U << (thread / 32);
}

void Worker::Yield(unsigned one_in) {
  if (!dice_.OneIn(one_in))
    return;
  if (dice_.OneIn(64))
    PassBaton(*this);
  if (policy_ == Policy::Priority)
    priority_[current_ / 32] = static_cast<std::uint8_t>(dice_.Below(200));
  MakeReady(current_);
  SwitchAway();
}

// --- picking ---

unsigned Worker::PickLane(std::uint32_t ready) {
  if (policy_ != Policy::Uniform && policy_ != Policy::Burst)
    return static_cast<unsigned>(__builtin_ctz(ready));
  unsigned skip = dice_.Below(static_cast<unsigned>(__builtin_popcount(ready)));
  while (skip-- != 0)
    ready &= ready - 1;
  return static_cast<unsigned>(__builtin_ctz(ready));
}

unsigned Worker::PickWarp() {
  const unsigned own = current_ == kNone ? 0 : current_ / 32;
  const bool own_is_ready = (ready_warps_ >> own & 1) != 0;
  switch (policy_) {
    case Policy::InOrder: {
      const std::uint32_t from_own = ready_warps_ & (~0U << own);
      return static_cast<unsigned>(__builtin_ctz(from_own != 0 ? from_own : ready_warps_));
    }
    case Policy::Priority: {
      unsigned best = static_cast<unsigned>(__builtin_ctz(ready_warps_));
      for (std::uint32_t left = ready_warps_; left != 0; left &= left - 1)
        if (priority_[__builtin_ctz(left)] > priority_[best])
          best = static_cast<unsigned>(__builtin_ctz(left));
      return best;
    }
    case Policy::Burst:
      if (own_is_ready && !dice_.OneIn(40))
        return own;
      [[fallthrough]];
    case Policy::Uniform:
      break;
  }
  std::uint32_t left = ready_warps_;
  for (unsigned skip = dice_.Below(static_cast<unsigned>(__builtin_popcount(left))); skip != 0; --skip)
    left &= left - 1;
  return static_cast<unsigned>(__builtin_ctz(left));
}

unsigned Worker::Pick() {
  while (ready_warps_ == 0)
    Unstick();
  const unsigned warp = PickWarp();
  return warp * 32 + PickLane(warps_[warp].ready);
}

}  // namespace detrain::cudahost
