// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes of memory that rests are those of its bytes, whoever wrote to it and however.
#include "runtime/src/resting.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/src/hash.h"

namespace detrain::runtime {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kSize = 4 * kLeastResting;

// Whether this kernel protects pages asynchronously, and lets this process ask for it.
bool KernelTells() {
  const auto faults = static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | 1));
  uffdio_api api = {};
  api.api = UFFD_API;
  api.features = std::uint64_t{1} << 15;
  const bool tells = faults >= 0 && ioctl(faults, UFFDIO_API, &api) == 0;
  close(faults);
  return tells;
}

class RestingTest : public testing::Test {
 public:
  RestingTest(const RestingTest&) = delete;
  RestingTest& operator=(const RestingTest&) = delete;

 protected:
  RestingTest()
      : memory_(static_cast<char*>(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    for (std::size_t i = 0; i < kSize; ++i)
      memory_[i] = static_cast<char>(i * i >> 4);
  }
  ~RestingTest() override { munmap(memory_, kSize); }

  // Not the whole pages alone: the ends are parts of pages.
  char* Bytes() { return memory_ + 100; }
  static std::size_t Size() { return kSize - 300; }

  void ExpectRight() { EXPECT_EQ(HashOfResting(Bytes(), Size()), Hash(Bytes(), Size())); }

  char* memory_;
};

TEST_F(RestingTest, IsHashedOnceWhereTheKernelTells) {
  ExpectRight();
  const std::uint64_t before = HashedResting();
  ExpectRight();
  ExpectRight();
  EXPECT_EQ(HashedResting() - before, KernelTells() ? 0 : 2 * Size());
}

TEST_F(RestingTest, SeesStores) {
  for (const std::size_t at : {std::size_t{0}, kPage, kSize / 2, Size() - 1}) {
    ExpectRight();
    Bytes()[at] ^= 1;
    ExpectRight();
    Bytes()[at] ^= 1;
    ExpectRight();
  }
}

TEST_F(RestingTest, SeesWhatTheKernelWrites) {
  ExpectRight();
  const int zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(read(zeros, Bytes() + 5 * kPage, 10), 10);
  close(zeros);
  ExpectRight();
}

TEST_F(RestingTest, SeesPagesThatWereGivenBackOrMappedAnew) {
  ExpectRight();
  madvise(memory_ + 8 * kPage, 2 * kPage, MADV_DONTNEED);
  ExpectRight();
  ExpectRight();
  ASSERT_EQ(mmap(memory_ + 16 * kPage, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
            memory_ + 16 * kPage);
  ExpectRight();
  memory_[16 * kPage] = 7;
  ExpectRight();
}

TEST_F(RestingTest, PiecesThatOverlapAreToldApart) {
  const auto part = [this] { EXPECT_EQ(HashOfResting(Bytes() + kPage, kSize / 2), Hash(Bytes() + kPage, kSize / 2)); };
  ExpectRight();
  part();
  Bytes()[2 * kPage] ^= 1;
  part();  // follows the page anew
  ExpectRight();
  Bytes()[kSize * 3 / 4] ^= 1;
  part();
  ExpectRight();
}

TEST_F(RestingTest, AChildHasItsOwnMemory) {
  ExpectRight();
  const pid_t child = fork();
  if (child == 0) {
    bool right = HashOfResting(Bytes(), Size()) == Hash(Bytes(), Size());
    Bytes()[3 * kPage] ^= 1;
    right = right && HashOfResting(Bytes(), Size()) == Hash(Bytes(), Size());
    _exit(right ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  ExpectRight();
}

TEST_F(RestingTest, SmallPiecesAreHashed) {
  const std::string text = "small";
  EXPECT_EQ(HashOfResting(text.data(), text.size()), Hash(text));
}

}  // namespace
}  // namespace detrain::runtime
