// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/run/status_page.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace detrain::driver {

StatusPage::StatusPage(std::string path) : path_(std::move(path)) {
  const int fd = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0)
    return;
  if (ftruncate(fd, sizeof(detrain_status)) == 0) {
    void* page = mmap(nullptr, sizeof(detrain_status), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    page_ = page == MAP_FAILED ? nullptr : static_cast<detrain_status*>(page);
  }
  close(fd);
  Clear();
}

StatusPage::~StatusPage() {
  if (page_)
    munmap(page_, sizeof(detrain_status));
}

void StatusPage::Clear() {
  if (page_)
    *page_ = {};
}

detrain_status StatusPage::Read() const {
  detrain_status status = {};
  if (!page_)
    return status;
  const auto get = [](const std::uint64_t& place) { return __atomic_load_n(&place, __ATOMIC_ACQUIRE); };
  status.version = get(page_->version);
  status.process = get(page_->process);
  status.phase = get(page_->phase);
  status.step = get(page_->step);
  status.beats = get(page_->beats);
  status.saves = get(page_->saves);
  status.save_nanoseconds = get(page_->save_nanoseconds);
  status.in_background = get(page_->in_background);
  status.restored = get(page_->restored);
  return status;
}

std::string Describe(const detrain_status& status) {
  const std::string step = "step " + std::to_string(status.step);
  switch (status.phase) {
    case DETRAIN_RESTORING:
      return "a restore";
    case DETRAIN_STEPPING:
      return step;
    case DETRAIN_SAVING:
      return "the save of " + step;
    case DETRAIN_LEAVING:
      return "its end";
    default:
      return "start-up";
  }
}

}  // namespace detrain::driver
