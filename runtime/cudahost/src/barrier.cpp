// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What threads wait for: barriers of the block and the grid, and operations of a warp.
#include <map>
#include <string>

#include "block.h"
#include "grid.h"
#include "report.h"
#include "sums.h"

namespace detrain::cudahost {
namespace {

std::string Text(Site site) {
  return std::string(site.file) + ":" + std::to_string(site.line);
}

std::uint64_t Combine(WarpKind kind, bool is_signed, std::uint32_t a, std::uint32_t b) {
  const bool less = is_signed ? static_cast<std::int32_t>(b) < static_cast<std::int32_t>(a) : b < a;
  switch (kind) {
    case WarpKind::Add:
      return static_cast<std::uint32_t>(a + b);
    case WarpKind::Min:
      return less ? b : a;
    case WarpKind::Max:
      return less ? a : b;
    case WarpKind::And:
      return a & b;
    case WarpKind::Or:
      return a | b;
    default:
      return a ^ b;
  }
}

}  // namespace

int Worker::Barrier(Scope scope, Vote vote, int predicate, Site site) {
  CudaThread& own = threads_[current_];
  own.state = State::AtBarrier;
  own.site = site;
  own.vote = vote;
  own.predicate = predicate;
  scope_ = scope;
  ++waiting_;
  CompleteBarrierIfMet();
  SwitchAway();
  return static_cast<int>(own.result);
}

void Worker::CompleteBarrierIfMet() {
  if (waiting_ != live_)
    return;
  std::uint64_t count = 0;
  unsigned first = kNone;
  bool one_place = true;
  for (unsigned t = 0; t < threads_.size(); ++t)
    if (threads_[t].state == State::AtBarrier) {
      first = first == kNone ? t : first;
      count += threads_[t].predicate != 0 ? 1 : 0;
      one_place = one_place && threads_[t].site.line == threads_[first].site.line;
    }
  if (!one_place)
    ReportDivergence();
  FinishBlockSums();
  if (scope_ == Scope::Grid) {
    WaitForGrid(*this);
    ++rounds_;
  }
  for (unsigned t = 0; t < threads_.size(); ++t)
    if (threads_[t].state == State::AtBarrier) {
      const Vote vote = threads_[t].vote;
      threads_[t].result = vote == Vote::Count ? count : vote == Vote::And ? count == live_ : count != 0;
      MakeReady(t);
    }
  waiting_ = 0;
  ++epoch_;
  if (IsScheduled() && policy_ == Policy::Priority && dice_.OneIn(2))
    priority_[dice_.Below(32)] = static_cast<std::uint8_t>(dice_.Below(200));
}

// Threads of one block wait at the same time at barriers in different places.
void Worker::ReportDivergence() {
  std::map<std::string, unsigned> places;
  Site site{};
  for (const CudaThread& t : threads_)
    if (t.state == State::AtBarrier) {
      site = site.file == nullptr ? t.site : site;
      ++places[Text(t.site)];
    }
  std::string message = "barrier divergence: threads of one block meet at different barriers:";
  for (const auto& [place, count] : places)
    message += " " + std::to_string(count) + " at " + place;
  Report("barrier-divergence", site, message);
}

std::uint64_t Worker::WarpExchange(WarpKind kind, unsigned mask, std::uint64_t value, int source, bool is_signed,
                                   Site site) {
  const unsigned self = current_, warp = self / 32;
  CudaThread& own = threads_[self];
  if ((mask >> (self % 32) & 1) == 0)
    Report("inactive-lane", site, "a lane takes part in an operation of a warp whose mask leaves it out");
  own.state = State::AtWarp;
  own.site = site;
  own.kind = kind;
  own.mask = mask | 1U << (self % 32);
  own.value = value;
  own.source = source;
  own.is_signed = is_signed;
  warps_[warp].waiting |= 1U << (self % 32);
  if (CompleteWarp(warp, self)) {
    // All others had come: no need to leave this fiber, but the schedule may.
    if (IsScheduled()) {
      SwitchAway();
    } else {
      BecomeCurrent(self);
    }
    return own.result;
  }
  SwitchAway();
  return own.result;
}

// Where all lanes that `thread` waits for have come, they go on.
bool Worker::CompleteWarp(unsigned warp, unsigned thread) {
  const CudaThread& own = threads_[thread];
  std::uint32_t came = 0;
  const std::uint32_t awaited = own.mask & warps_[warp].live;
  if ((awaited & ~warps_[warp].waiting) != 0)
    return false;
  for (std::uint32_t left = awaited; left != 0; left &= left - 1) {
    const unsigned other = warp * 32 + static_cast<unsigned>(__builtin_ctz(left));
    const CudaThread& t = threads_[other];
    if (t.state != State::AtWarp || t.mask != own.mask || t.kind != own.kind)
      return false;
    came |= 1U << (other % 32);
  }
  Exchange(warp, came, thread);
  return true;
}

void Worker::Exchange(unsigned warp, std::uint32_t lanes, unsigned thread) {
  CudaThread* const base = &threads_[std::size_t{warp} * 32];
  const WarpKind kind = threads_[thread].kind;
  std::uint64_t all = 0;
  bool first = true;
  bool equal = true;
  std::uint64_t common = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const CudaThread& t = base[__builtin_ctz(left)];
    if (kind == WarpKind::Vote)
      all |= t.value != 0 ? left & (0 - left) : 0;
    else if (kind >= WarpKind::Add)
      all = first ? t.value
                  : Combine(kind, t.is_signed, static_cast<std::uint32_t>(all), static_cast<std::uint32_t>(t.value));
    common = first ? t.value : common;
    equal = equal && t.value == common;
    first = false;
  }
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    CudaThread& t = base[lane];
    t.result = all;
    if (kind == WarpKind::Shuffle) {
      const auto from = static_cast<unsigned>(t.source) & 31;
      const bool there = (lanes >> from & 1) != 0;
      if (!there)
        Report(
            "inactive-lane", t.site,
            "a shuffle reads a lane that takes no part (" +
                std::string((warps_[warp].live >> from & 1) == 0 ? "it has ended" : "its bit or its call is missing") +
                ")");
      t.result = there ? base[from].value : t.value;
    } else if (kind == WarpKind::MatchAll) {
      t.result = equal ? lanes : 0;
    } else if (kind == WarpKind::MatchAny) {
      t.result = 0;
      for (std::uint32_t other = lanes; other != 0; other &= other - 1)
        t.result |= base[__builtin_ctz(other)].value == t.value ? other & (0 - other) : 0;
    }
  }
  for (std::uint32_t left = lanes; left != 0; left &= left - 1)
    MakeReady(warp * 32 + static_cast<unsigned>(__builtin_ctz(left)));
  warps_[warp].waiting &= ~lanes;
  ++warps_[warp].epoch;
}

Site Worker::SiteOfOthers(unsigned warp, std::uint32_t lanes) const {
  for (; lanes != 0; lanes &= lanes - 1)
    return threads_[warp * 32 + static_cast<unsigned>(__builtin_ctz(lanes))].site;
  return {"", 0};
}

// Nobody can go on: on a GPU this hangs or is undefined. The lanes that did come go on without the others.
void Worker::Unstick() {
  for (unsigned t = 0; t < threads_.size(); ++t) {
    CudaThread& own = threads_[t];
    if (own.state != State::AtWarp)
      continue;
    const unsigned warp = t / 32;
    std::uint32_t came = 0;
    for (std::uint32_t left = own.mask & warps_[warp].live; left != 0; left &= left - 1) {
      const CudaThread& other = threads_[warp * 32 + static_cast<unsigned>(__builtin_ctz(left))];
      if (other.state == State::AtWarp && other.mask == own.mask && other.kind == own.kind)
        came |= left & (0 - left);
    }
    const std::uint32_t missing = own.mask & warps_[warp].live & ~came;
    Report("inactive-lane", own.site,
           std::to_string(__builtin_popcount(missing)) + " lanes of the mask never come; one waits at " +
               Text(SiteOfOthers(warp, missing)));
    Exchange(warp, came, t);
    return;
  }
  ReportFatal("deadlock", grid_->site, "the threads of a block wait for each other for ever");
}

}  // namespace detrain::cudahost
