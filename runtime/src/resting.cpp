// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "resting.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <iterator>
#include <map>
#include <string>

#include "aside.h"
#include "hash.h"

namespace detrain::runtime {
namespace {

// Of the kernel's interface what headers older than 6.7 lack.
constexpr std::uint64_t kUserModeOnly = 1;
constexpr std::uint64_t kProtectsUnpopulated = std::uint64_t{1} << 13;
constexpr std::uint64_t kProtectsAsync = std::uint64_t{1} << 15;
constexpr std::uint64_t kCheckProtected = std::uint64_t{1} << 1;
constexpr std::uint64_t kWritten = std::uint64_t{1} << 1;
constexpr std::uint64_t kPresent = std::uint64_t{1} << 3;

struct ScanArguments {
  std::uint64_t size;
  std::uint64_t flags;
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t walk_end;
  std::uint64_t regions;
  std::uint64_t region_count;
  std::uint64_t max_pages;
  std::uint64_t inverted;
  std::uint64_t all_of;
  std::uint64_t any_of;
  std::uint64_t returned;
};

struct ScannedRegion {
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t categories;
};

const unsigned long kScan = _IOWR('f', 16, ScanArguments);

// Whole pages, by address.
struct Pages {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};

// The kernel's record of writes to this process's memory.
class PageWrites {
 public:
  PageWrites() : process_(getpid()) {
    faults_ = Aside(static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly)));
    uffdio_api api = {};
    api.api = UFFD_API;
    api.features = kProtectsAsync | kProtectsUnpopulated;
    if (faults_ >= 0 && ioctl(faults_, UFFDIO_API, &api) == 0)
      pages_ = Aside(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
  }
  ~PageWrites() {
    if (pages_ >= 0)
      close(pages_);
    if (faults_ >= 0)
      close(faults_);
  }
  PageWrites(const PageWrites&) = delete;
  PageWrites& operator=(const PageWrites&) = delete;

  // From here on. False: the kernel cannot, for this memory or at all.
  bool Follow(const Pages& pages) {
    if (!IsOfThisProcess())
      return false;
    uffdio_register range = {};
    range.range = {pages.start, pages.end - pages.start};
    range.mode = UFFDIO_REGISTER_MODE_WP;
    uffdio_writeprotect protect = {};
    protect.range = range.range;
    protect.mode = UFFDIO_WRITEPROTECT_MODE_WP;
    return ioctl(faults_, UFFDIO_REGISTER, &range) == 0 && ioctl(faults_, UFFDIO_WRITEPROTECT, &protect) == 0;
  }

  // Not one page has been written to since Follow(), nor was it taken away or mapped anew. A page that is not present
  // may have been given back and would be read as zeros, so it counts as written.
  bool None(const Pages& pages) {
    ScannedRegion first = {};
    ScanArguments scan = {};
    scan.size = sizeof scan;
    scan.flags = kCheckProtected;
    scan.start = pages.start;
    scan.end = pages.end;
    scan.regions = reinterpret_cast<std::uintptr_t>(&first);
    scan.region_count = 1;
    scan.max_pages = 1;
    scan.inverted = kPresent;
    scan.any_of = kWritten | kPresent;
    scan.returned = kWritten | kPresent;
    return IsOfThisProcess() && ioctl(pages_, kScan, &scan) == 0;
  }

 private:
  // What a child inherits by fork() is open on its parent's memory.
  [[nodiscard]] bool IsOfThisProcess() const { return pages_ >= 0 && getpid() == process_; }

  pid_t process_;
  int faults_ = -1;
  int pages_ = -1;
};

std::uint64_t g_hashed = 0;

std::uint64_t HashAll(const char* bytes, std::size_t size) {
  g_hashed += size;
  return Hash(bytes, size);
}

Pages WholePages(const char* bytes, std::size_t size) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const auto start = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(bytes));
  return {(start + page - 1) / page * page, (start + size) / page * page};
}

// The ends lie in pages that hold other things too, which may be written to at any time: they are compared.
class Ends {
 public:
  Ends(const char* bytes, std::size_t size, const Pages& pages)
      : head_(pages.start - static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(bytes))),
        tail_(static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(bytes)) + size - pages.end),
        copy_(std::string(bytes, head_) + std::string(bytes + size - tail_, tail_)) {}

  [[nodiscard]] bool AreThose(const char* bytes, std::size_t size) const {
    return std::memcmp(copy_.data(), bytes, head_) == 0 &&
           std::memcmp(copy_.data() + head_, bytes + size - tail_, tail_) == 0;
  }

 private:
  std::size_t head_;
  std::size_t tail_;
  std::string copy_;
};

struct Resting {
  const char* bytes;
  std::size_t size;
  std::uint64_t end;  // of its pages
  Ends ends;
  std::uint64_t hash;
};

// What was hashed and rests, by the start of its pages. No two have a page in common: to follow pages anew forgets what
// was written to them.
class RestingMemory {
 public:
  std::uint64_t HashOf(const char* bytes, std::size_t size) {
    const Pages pages = WholePages(bytes, size);
    const auto found = known_.find(pages.start);
    if (found != known_.end() && found->second.bytes == bytes && found->second.size == size &&
        found->second.ends.AreThose(bytes, size) && writes_.None(pages))
      return found->second.hash;
    Forget(pages);
    const bool followed = writes_.Follow(pages);  // before it is read, so that no write between is missed
    const std::uint64_t hash = HashAll(bytes, size);
    if (followed)
      known_.emplace(pages.start, Resting{bytes, size, pages.end, Ends(bytes, size, pages), hash});
    return hash;
  }

 private:
  void Forget(const Pages& pages) {
    auto at = known_.lower_bound(pages.start);
    if (at != known_.begin() && std::prev(at)->second.end > pages.start)
      --at;
    while (at != known_.end() && at->first < pages.end)
      at = known_.erase(at);
  }

  PageWrites writes_;
  std::map<std::uint64_t, Resting> known_;
};

}  // namespace

std::uint64_t HashOfResting(const char* bytes, std::size_t size) {
  if (size < kLeastResting)
    return HashAll(bytes, size);
  static RestingMemory memory;
  return memory.HashOf(bytes, size);
}

std::uint64_t HashedResting() {
  return g_hashed;
}

}  // namespace detrain::runtime
