// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Saving while the program goes on. At a boundary the bytes of a step are copied out of the program's memory; a thread
// of the runtime's own makes a step of them. So many saves are under way at a time (DETRAIN_IN_FLIGHT), and each needs
// as much memory as it has bytes to write: the program waits where one more would be too many.
#ifndef DETRAIN_RUNTIME_SRC_SAVER_H
#define DETRAIN_RUNTIME_SRC_SAVER_H

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "arena.h"
#include "commit.h"
#include "crew.h"
#include "retention.h"

namespace detrain::runtime {

class Saver {
 public:
  static Saver& Get();

  // DIR holds this step, committed; what is unchanged since then is not written again.
  void StartFrom(const Checkpoint& base);

  // Saves of about so many bytes will follow: the background makes room for a copy of them meanwhile.
  void Expect(std::size_t size);

  // Takes what the step needs and returns.
  void Save(Checkpoint checkpoint, std::vector<Tensor> tensors);

  // Ends the process with code 3 where a save has failed.
  void Check();

  // Returns when all steps are durable; ends the process with code 3 where one cannot be.
  void Drain();

  // The same where the process is ending anyway: why a step could not be saved.
  std::string DrainQuietly();

  // For a signal's handler: only looks.
  [[nodiscard]] bool IsIdle() const { return under_way_ == 0; }

 private:
  struct Job {
    Snapshot snapshot;
    Arena* arena = nullptr;
    bool is_room = false;           // for jobs to come: there is nothing to save
    bool waits_for_device = false;  // bytes of the snapshot are still on their way
  };
  // Of a tensor.
  struct Known {
    std::uint64_t hash = 0;
    std::uint64_t length = 0;
    bool has_hash = false;   // else it is still to be hashed, in the background
    bool is_steady = false;  // it did not change then, so it may not have changed now
  };

  using KnownTensors = std::unordered_map<std::string, Known>;

  Saver() = default;
  bool HasThread();
  void Begin();
  static void* Main(void* saver);
  void Work();
  void Run(Job& job);
  void HashSome(std::vector<Tensor>& tensors);
  bool IsKept(const Tensor& tensor, KnownTensors& now);
  Arena* TakeArena();
  bool TakeBytes(Job& job);
  void HandOver(std::unique_ptr<Job> job);
  static std::string CannotSave(const Job& job);
  void Learn(const Job& job, const Checkpoint& base);
  void Retain(std::uint64_t step, bool leans);
  void ForgetWhatIsNotKept(const Snapshot& snapshot);

  Mutex mutex_;
  Condition changed_;
  std::deque<std::unique_ptr<Job>> waiting_;
  std::atomic<unsigned> under_way_ = 0;  // waiting or being written
  std::vector<Arena*> free_arenas_;
  KnownTensors known_;  // of the last save alone
  std::string error_;
  bool is_started_ = false;
  bool has_thread_ = false;
  pid_t process_ = 0;  // of the thread
  // The writer's own.
  Checkpoint base_;
  bool is_base_sound_ = true;  // else bytes of it, or of a step that it refers to, are not what was saved
  Retention retention_;
  FileWriter file_{GetSettings().store.io};
};

}  // namespace detrain::runtime

#endif
