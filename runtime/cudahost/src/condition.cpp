// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "condition.h"

#include <memory>

namespace detrain::cudahost {
namespace {

void* Run(void* given) {
  const Inside inside;
  const std::unique_ptr<std::function<void()>> body(static_cast<std::function<void()>*>(given));
  (*body)();
  return nullptr;
}

}  // namespace

bool StartThread(std::function<void()> body) {
  auto given = std::make_unique<std::function<void()>>(std::move(body));
  pthread_t thread;
  if (pthread_create(&thread, nullptr, Run, given.get()) != 0)
    return false;
  static_cast<void>(given.release());
  pthread_detach(thread);
  return true;
}

void RunBeside(unsigned count, const std::function<void(unsigned)>& body) {
  std::mutex mutex;
  Condition ended;
  unsigned running = count;
  const auto run = [&](unsigned number) {
    body(number);
    const std::lock_guard<std::mutex> lock(mutex);
    if (--running == 0)
      ended.NotifyAll();
  };
  for (unsigned number = 1; number < count; ++number)
    if (!StartThread([&run, number] { run(number); }))
      run(number);
  if (count > 0)
    run(0);
  std::unique_lock<std::mutex> lock(mutex);
  ended.Wait(lock, [&] { return running == 0; });
}

}  // namespace detrain::cudahost
