// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "status.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "disk.h"
#include "fail.h"
#include "schedule.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

detrain_status* g_page = nullptr;

// Whole numbers, so that a reader never sees half of one.
void Put(std::uint64_t& place, std::uint64_t value) {
  __atomic_store_n(&place, value, __ATOMIC_RELEASE);
}
void Grow(std::uint64_t& place, std::uint64_t by) {
  __atomic_fetch_add(&place, by, __ATOMIC_RELEASE);
}

void* MapPage(const std::string& path) {
  const Fd fd(OpenToShare(path));
  const bool is_there = fd.get() >= 0 && Again([&] { return io::CutOpen(fd.get(), sizeof(detrain_status)); }) == 0;
  return is_there ? mmap(nullptr, sizeof(detrain_status), PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0) : MAP_FAILED;
}

}  // namespace

void OpenStatus() {
  const std::string& path = GetSettings().status;
  if (path.empty())
    return;
  void* page = MapPage(path);
  if (page == MAP_FAILED)
    Fail("cannot write " + path + ": " + ErrorText(errno));
  g_page = static_cast<detrain_status*>(page);
  *g_page = {};
  Put(g_page->process, static_cast<std::uint64_t>(getpid()));
  Put(g_page->version, DETRAIN_STATUS_VERSION);
}

void NotePhase(detrain_phase phase) {
  if (g_page == nullptr)
    return;
  Put(g_page->phase, phase);
  Grow(g_page->beats, 1);
}

void NoteStep(std::uint64_t step) {
  if (g_page == nullptr)
    return;
  Put(g_page->step, step);
  NotePhase(DETRAIN_STEPPING);
}

void NoteRestored(std::uint64_t step) {
  if (g_page != nullptr)
    Put(g_page->restored, step + 1);
}

void NoteBackground(std::int64_t more) {
  if (g_page != nullptr)
    Grow(g_page->in_background, static_cast<std::uint64_t>(more));
}

SavePause::SavePause() : begin_(NowInNanoseconds()) {
  NotePhase(DETRAIN_SAVING);
}

SavePause::~SavePause() {
  const std::uint64_t pause = NowInNanoseconds() - begin_;
  NoteSaved(pause);
  if (g_page == nullptr)
    return;
  Grow(g_page->saves, 1);
  Grow(g_page->save_nanoseconds, pause);
  NotePhase(DETRAIN_STEPPING);
}

}  // namespace detrain::runtime
