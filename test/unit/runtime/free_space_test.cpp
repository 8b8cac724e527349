// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where blocks lie hangs on the blocks that are there, not on how they came there.
#include "runtime/src/free_space.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace detrain::runtime {
namespace {

constexpr std::uint64_t kSize = std::uint64_t{1} << 40;

// A heap and the blocks in it, in the order of their making.
class Model {
 public:
  Model() = default;
  // One that has the same blocks, made in the order of their places.
  explicit Model(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& blocks) : blocks_(blocks) {
    std::map<std::uint64_t, std::uint64_t> by_place(blocks.begin(), blocks.end());
    for (const auto& [place, size] : by_place)
      EXPECT_TRUE(free_.TakeAt(place, FreeSpace::Taken(size)));
  }

  std::uint64_t Take(std::uint64_t size, std::uint64_t alignment) {
    const auto place = free_.Take(FreeSpace::Taken(size), alignment);
    blocks_.emplace_back(place.value_or(kSize), size);
    return blocks_.back().first;
  }
  void Give(std::size_t index) {
    free_.Give(blocks_[index].first, FreeSpace::Taken(blocks_[index].second));
    blocks_[index] = blocks_.back();
    blocks_.pop_back();
  }
  [[nodiscard]] const std::vector<std::pair<std::uint64_t, std::uint64_t>>& blocks() const { return blocks_; }

 private:
  FreeSpace free_{kSize};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks_;
};

std::uint64_t Operations() {
  const char* asked = std::getenv("DETRAIN_TEST_OPERATIONS");
  return asked == nullptr ? 200000 : std::stoull(asked);
}

void ExpectApart(const Model& model) {
  std::map<std::uint64_t, std::uint64_t> by_place(model.blocks().begin(), model.blocks().end());
  ASSERT_EQ(by_place.size(), model.blocks().size());
  std::uint64_t end = 0;
  for (const auto& [place, size] : by_place) {
    ASSERT_TRUE(place == 0 || place > end);  // the byte behind a block is no other's
    end = place + size;
  }
}

TEST(FreeSpace, ARestoredHeapGoesOnAlike) {
  std::mt19937_64 draw(20261129);
  Model first, second;
  const std::uint64_t operations = Operations();
  for (std::uint64_t i = 0; i < operations; ++i) {
    const std::uint64_t what = draw() % 100;
    const std::size_t count = first.blocks().size();
    if (i % (operations / 50) == 0) {
      second = Model(first.blocks());
      ExpectApart(first);
    } else if (what < 48 && count > 0) {
      const std::size_t index = draw() % count;
      first.Give(index);
      second.Give(index);
    } else {
      const std::uint64_t size = what < 90 ? draw() % 512 : draw() % 65536;
      const std::uint64_t alignment = what < 80 ? FreeSpace::kGrain : FreeSpace::kGrain << draw() % 9;
      const std::uint64_t place = first.Take(size, alignment);
      ASSERT_EQ(place, second.Take(size, alignment)) << "operation " << i;
      ASSERT_EQ(place % alignment, 0U);
    }
  }
  ExpectApart(first);
}

// Takes and gives as any thread of a parallel region, all of it gone at the end.
void Visit(FreeSpace& space, std::mutex& lock, std::uint64_t seed, std::uint64_t operations) {
  std::mt19937_64 draw(seed);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> own;
  for (std::uint64_t i = 0; i < operations || !own.empty(); ++i) {
    const std::lock_guard holding(lock);
    const bool gives = i >= operations || (draw() % 2 == 0 && !own.empty());
    if (gives) {
      std::swap(own[draw() % own.size()], own.back());
      space.Give(own.back().first, own.back().second);
      own.pop_back();
    } else {
      const std::uint64_t size = FreeSpace::Taken(draw() % 4096);
      own.emplace_back(space.Take(size, FreeSpace::kGrain << draw() % 5).value_or(kSize), size);
    }
  }
}

// Where the blocks of a region's threads are gone when they meet, how many they were makes no difference to the blocks
// that one thread asks for: in front of the region, behind it, and behind one that frees some of these.
TEST(FreeSpace, ThreadsWhoseBlocksAreGoneLeaveNoTrace) {
  const std::uint64_t operations = Operations() / 100;
  std::vector<std::vector<std::uint64_t>> places;
  for (const std::uint64_t workers : {0U, 1U, 2U, 4U}) {
    std::mt19937_64 draw(1);
    FreeSpace space(kSize);
    std::mutex lock;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks;
    std::vector<std::uint64_t>& taken = places.emplace_back();
    for (std::uint64_t region = 0; region < 10; ++region) {
      for (int i = 0; i < 200; ++i) {
        const std::uint64_t size = FreeSpace::Taken(draw() % 1024);
        taken.push_back(space.Take(size, FreeSpace::kGrain).value_or(kSize));
        blocks.emplace_back(taken.back(), size);
      }
      std::vector<std::thread> threads;
      for (std::uint64_t w = 0; w < workers; ++w)
        threads.emplace_back([&, w] { Visit(space, lock, 10 * region + w, operations); });
      for (std::thread& thread : threads)
        thread.join();
      for (int i = 0; i < 100; ++i) {
        std::swap(blocks[draw() % blocks.size()], blocks.back());
        space.Give(blocks.back().first, blocks.back().second);
        blocks.pop_back();
      }
    }
  }
  for (const std::vector<std::uint64_t>& of_some : places)
    EXPECT_EQ(of_some, places.front());
}

TEST(FreeSpace, GivesNothingWhereNoPartIsLargeEnough) {
  FreeSpace space(256);
  EXPECT_FALSE(space.Take(272, FreeSpace::kGrain));
  EXPECT_FALSE(space.Take(UINT64_MAX - 15, 64));
  EXPECT_EQ(space.Take(64, FreeSpace::kGrain), 0U);
  EXPECT_FALSE(space.Take(208, FreeSpace::kGrain));
  EXPECT_EQ(space.Take(192, FreeSpace::kGrain), 64U);
}

TEST(FreeSpace, TakesNoPlaceThatIsTaken) {
  FreeSpace space(256);
  EXPECT_TRUE(space.TakeAt(64, 64));
  EXPECT_FALSE(space.TakeAt(64, 16));
  EXPECT_FALSE(space.TakeAt(48, 32));
  EXPECT_FALSE(space.TakeAt(112, 32));
  EXPECT_FALSE(space.TakeAt(240, 32));
  EXPECT_FALSE(space.TakeAt(UINT64_MAX - 15, 32));
  EXPECT_TRUE(space.TakeAt(128, 128));
  EXPECT_TRUE(space.TakeAt(0, 64));
  EXPECT_FALSE(space.Take(16, FreeSpace::kGrain));
}

TEST(FreeSpace, JoinsWhatIsGivenBack) {
  FreeSpace space(256);
  for (std::uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(space.Take(64, FreeSpace::kGrain), 64 * i);
  space.Give(0, 64);
  space.Give(128, 64);
  space.Give(64, 64);
  EXPECT_EQ(space.Take(192, FreeSpace::kGrain), 0U);
}

}  // namespace
}  // namespace detrain::runtime
