// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "background.h"

#include <algorithm>
#include <cstring>

#include "access.h"
#include "detrain/cudahost/background.h"

namespace detrain::cudahost {

namespace {

// What is in the place of a copy that is under way: neither what was there nor what will be.
constexpr int kUnderWay = 0xc3;

}  // namespace

void BackgroundCopy::Tell() const {
  if (bytes != 0)
    Access(from, bytes, How::Read, caller);
  Access(to, bytes + zeros, How::Write, caller);
}

void BackgroundCopy::Do() const {
  Tell();
  std::memcpy(to, from, bytes);
  std::memset(static_cast<char*>(to) + bytes, 0, zeros);
}

void BackgroundCopies::Add(unsigned thread, BackgroundCopy copy) {
  Thread& own = of_[thread];
  copy.batch = own.batches;
  std::memset(copy.to, kUnderWay, copy.bytes + copy.zeros);
  own.copies.push_back(copy);
}

void BackgroundCopies::Commit(unsigned thread) {
  ++of_[thread].batches;
}

void BackgroundCopies::Wait(unsigned thread, std::size_t but) {
  const auto found = of_.find(thread);
  if (found == of_.end() || found->second.batches <= but)
    return;
  std::vector<BackgroundCopy>& copies = found->second.copies;
  const std::size_t end = found->second.batches - but;
  const auto left = std::find_if(copies.begin(), copies.end(), [&](const auto& copy) { return copy.batch >= end; });
  const std::vector<BackgroundCopy> due(copies.begin(), left);
  copies.erase(copies.begin(), left);
  for (const BackgroundCopy& copy : due)  // another thread may come in between, with copies of its own
    copy.Do();
}

void BackgroundCopies::End(unsigned thread) {
  const auto found = of_.find(thread);
  if (found == of_.end())
    return;
  const std::vector<BackgroundCopy> due = std::move(found->second.copies);
  of_.erase(found);
  for (const BackgroundCopy& copy : due)
    copy.Do();
}

void CopyInBackground(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  Worker* const worker = ThisWorker();
  const BackgroundCopy copy{to, from, bytes, zeros, __builtin_return_address(0), 0};
  if (worker == nullptr || !IsScheduled() || worker->IsEarly())
    return copy.Do();
  copy.Tell();  // it may be done at any time from here on
  worker->copies().Add(worker->thread(), copy);
}

void CommitCopies() {
  if (Worker* const worker = ThisWorker(); worker != nullptr && IsScheduled())
    worker->copies().Commit(worker->thread());
}

void WaitForCopies(std::size_t but) {
  if (Worker* const worker = ThisWorker(); worker != nullptr && IsScheduled())
    worker->copies().Wait(worker->thread(), but);
}

}  // namespace detrain::cudahost
