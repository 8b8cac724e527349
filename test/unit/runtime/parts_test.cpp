// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of the runtime by themselves: the C library's generators, the heap registry, safetensors, meta.json, the order
// of disk writes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "program.h"
#include "runtime/src/checkpoint.h"
#include "runtime/src/freed.h"
#include "runtime/src/hash.h"
#include "runtime/src/heap.h"
#include "runtime/src/hidden.h"
#include "runtime/src/random_device.h"
#include "runtime/src/safetensors.h"
#include "runtime/src/zstd_frame.h"

namespace detrain::runtime {
namespace {

// --- hidden streams ---

// NOLINTBEGIN(bugprone-random-generator-seed): the same numbers again are the point

TEST(Hidden, RandKeepsItsDefaultNumbers) {
  std::vector<int> plain;
  srand(1);
  for (int i = 0; i < 50; ++i)
    plain.push_back(rand());
  InstallRandState();
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(rand(), plain[static_cast<std::size_t>(i)]);
}

TEST(Hidden, RandContinuesAfterRestore) {
  InstallRandState();
  srand(42);
  for (int draws = 0; draws < 70; draws += 7) {
    for (int i = 0; i < draws; ++i)
      rand();
    std::vector<char> state(HiddenSize("libc::rand"));
    ASSERT_EQ(state.size(), 128U);
    std::string why;
    ASSERT_TRUE(CaptureHidden("libc::rand", state.data(), why));
    std::vector<long> want;
    for (int i = 0; i < 40; ++i)
      want.push_back(i % 2 == 0 ? rand() : random());
    srand(7);
    rand();
    RestoreHidden("libc::rand", state.data());
    for (int i = 0; i < 40; ++i)
      ASSERT_EQ(i % 2 == 0 ? rand() : random(), want[static_cast<std::size_t>(i)]);
  }
}

TEST(Hidden, CapturingDrawsNothing) {
  InstallRandState();
  srand(3);
  const int first = rand();
  const int second = rand();
  srand(3);
  EXPECT_EQ(rand(), first);
  char state[128];
  std::string why;
  ASSERT_TRUE(CaptureHidden("libc::rand", state, why));
  EXPECT_EQ(rand(), second);
}

TEST(Hidden, StateOfTheProgramsOwnIsReported) {
  InstallRandState();
  char own[64];
  initstate(5, own, sizeof own);
  char state[128];
  std::string why;
  EXPECT_FALSE(CaptureHidden("libc::rand", state, why));
  EXPECT_NE(why.find("initstate"), std::string::npos);
  InstallRandState();
}

TEST(Hidden, Drand48ContinuesAfterRestore) {
  srand48(99);
  drand48();
  std::vector<char> state(HiddenSize("libc::drand48"));
  std::string why;
  ASSERT_TRUE(CaptureHidden("libc::drand48", state.data(), why));
  const double want = drand48();
  const long also = lrand48();
  srand48(1);
  RestoreHidden("libc::drand48", state.data());
  EXPECT_EQ(drand48(), want);
  EXPECT_EQ(lrand48(), also);
}

// NOLINTEND(bugprone-random-generator-seed)

TEST(Hidden, UnknownPathsHaveNoState) {
  EXPECT_EQ(HiddenSize("libc::strtok"), 0U);
}

TEST(RandomDevice, BytesDependOnKeyAndOffsetOnly) {
  const std::uint64_t seed[2] = {1, 2};
  char all[100];
  char part[30];
  RandomBytes(seed, 0, all, sizeof all);
  RandomBytes(seed, 37, part, sizeof part);
  EXPECT_EQ(std::memcmp(all + 37, part, sizeof part), 0);
  FILE* stream = OpenRandomStream(seed);
  char read[100];
  ASSERT_EQ(fread(read, 1, sizeof read, stream), sizeof read);
  EXPECT_EQ(std::memcmp(all, read, sizeof all), 0);
  EXPECT_EQ(ftell(stream), 100);
  ASSERT_EQ(fseek(stream, 37, SEEK_SET), 0);
  ASSERT_EQ(fread(read, 1, sizeof part, stream), sizeof part);
  EXPECT_EQ(std::memcmp(read, part, sizeof part), 0);
  fclose(stream);
}

// --- heap ---

TEST(Heap, FindsBlocksByInteriorAndEndAddresses) {
  alignas(16) static char memory[256];
  AddBlock(memory, 64, 0, Allocator::Malloc);
  AddBlock(memory + 128, 32, 0, Allocator::Calloc);
  RefreshBlocks();
  const auto base = reinterpret_cast<std::uintptr_t>(memory);
  for (const std::uintptr_t offset : {0UL, 1UL, 63UL, 64UL}) {
    const Block* block = FindBlock(base + offset);
    ASSERT_NE(block, nullptr) << offset;
    EXPECT_EQ(block->address, base);
  }
  EXPECT_EQ(FindBlock(base + 65), nullptr);
  ASSERT_NE(FindBlock(base + 140), nullptr);
  EXPECT_EQ(FindBlock(base + 140)->allocator, Allocator::Calloc);
  EXPECT_TRUE(RemoveBlock(memory, nullptr));
  EXPECT_FALSE(RemoveBlock(memory, nullptr));
  EXPECT_TRUE(RemoveBlock(memory + 128, nullptr));
  RefreshBlocks();
  EXPECT_EQ(FindBlock(base), nullptr);
}

TEST(Heap, SealedBlocksAreKnownByNumberUntilTheyAreFreed) {
  alignas(16) static char memory[256];
  AddBlock(memory + 64, 16, 0, Allocator::Malloc);
  AddBlock(memory, 16, 0, Allocator::Malloc);
  SealHeap(BlocksAlive());
  // In the order of allocation, not of address.
  ASSERT_EQ(SealedCount(), 2);
  ASSERT_NE(FindSealed(0), nullptr);
  EXPECT_EQ(FindSealed(0)->address, reinterpret_cast<std::uintptr_t>(memory + 64));
  // The same address given out again is another block.
  RemoveBlock(memory, nullptr);
  AddBlock(memory, 16, 0, Allocator::Malloc);
  RefreshBlocks();
  EXPECT_EQ(FindSealed(1), nullptr);
  EXPECT_NE(FindBlock(reinterpret_cast<std::uintptr_t>(memory)), nullptr);
  RemoveBlock(memory, nullptr);
  RemoveBlock(memory + 64, nullptr);
}

// --- freed blocks ---

std::uintptr_t Freed(std::size_t size) {
  void* block = std::malloc(size);
  KeepFreed(block, size);
  return reinterpret_cast<std::uintptr_t>(block);
}

TEST(Freed, AreKeptUntilNoPointerLeadsThere) {
  const std::uintptr_t one = Freed(24);
  const std::uintptr_t other = Freed(24);
  EXPECT_NE(one, other);  // not given out again
  EXPECT_TRUE(IsFreed(one));
  EXPECT_TRUE(IsFreed(one + 24));
  EXPECT_FALSE(IsFreed(one - 1));
  EXPECT_FALSE(IsFreed(one + 25));
  GiveBackFreed();
  EXPECT_TRUE(IsFreed(one));
  EXPECT_FALSE(IsFreed(other));
  GiveBackFreed();
  EXPECT_TRUE(IsFreed(one));
  GiveBackFreed();
  GiveBackFreed();
  EXPECT_FALSE(IsFreed(one));
}

TEST(Freed, TheOldestGoWhereThereAreTooMany) {
  const std::uintptr_t first = Freed(kFreedBytes / 2);
  const std::uintptr_t second = Freed(kFreedBytes / 2 - 1000);
  EXPECT_TRUE(IsFreed(first));
  const std::uintptr_t third = Freed(4096);
  EXPECT_FALSE(IsFreed(first));
  EXPECT_TRUE(IsFreed(second));
  EXPECT_TRUE(IsFreed(third));
  EXPECT_FALSE(IsFreed(Freed(kFreedBytes + 1)));
}

TEST(Freed, AreOneAddressEachAfterARestore) {
  char* const one = AddressOfFreed(0);
  EXPECT_NE(one, nullptr);
  EXPECT_EQ(AddressOfFreed(0), one);
  EXPECT_NE(AddressOfFreed(1), one);
  EXPECT_TRUE(IsFreed(reinterpret_cast<std::uintptr_t>(one)));
  EXPECT_TRUE(IsFreed(reinterpret_cast<std::uintptr_t>(AddressOfFreed(1))));
  RefreshBlocks();
  EXPECT_EQ(FindBlock(reinterpret_cast<std::uintptr_t>(one)), nullptr);
}

// --- formats ---

Tensor MakeTensor(const char* name, const char* dtype, std::vector<std::uint64_t> shape, const void* bytes,
                  std::size_t size) {
  Tensor tensor;
  tensor.name = name;
  tensor.dtype = dtype;
  tensor.shape = std::move(shape);
  tensor.bytes = static_cast<const char*>(bytes);
  tensor.size = size;
  return tensor;
}

TEST(Safetensors, HeaderDescribesBytesWithoutGaps) {
  const char flags[3] = {1, 0, 1};
  const double values[2] = {1.5, -2};
  const float scalar = 7;
  const Tensor tensors[] = {MakeTensor("flags", "BOOL", {3}, flags, 3), MakeTensor("values", "F64", {2}, values, 16),
                            MakeTensor("scalar", "F32", {}, &scalar, 4), MakeTensor("none", "I64", {0, 2}, nullptr, 0)};
  const test::Folder folder;
  FileWriter writer(IoMode::Auto);
  std::vector<TensorPlace> places;
  ASSERT_EQ(WriteSafetensors(writer, folder / "t", 0, {&tensors[0], &tensors[1], &tensors[2], &tensors[3]}, places), 0);
  const std::string file = test::Read(folder / "t");
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  EXPECT_EQ(length % 8, 0U);
  const auto header = nlohmann::json::parse(file.substr(8, length));
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& entry = header[tensors[i].name];
    EXPECT_EQ(entry["dtype"], tensors[i].dtype);
    EXPECT_EQ(entry["shape"], nlohmann::json(tensors[i].shape));
    EXPECT_EQ(8 + length + entry["data_offsets"][0].get<std::uint64_t>(), places[i].offset);
    EXPECT_EQ(entry["data_offsets"][1].get<std::uint64_t>() - entry["data_offsets"][0].get<std::uint64_t>(),
              tensors[i].size);
    EXPECT_EQ(file.compare(places[i].offset, tensors[i].size, tensors[i].bytes == nullptr ? "" : tensors[i].bytes,
                           tensors[i].size),
              0);
    total += tensors[i].size;
  }
  EXPECT_EQ(file.size(), 8 + length + total);
  EXPECT_EQ(places[1].offset % 8, 0U);
}

TEST(Safetensors, FullDiskIsAnErrno) {
  const char bytes[4] = {};
  const Tensor tensor = MakeTensor("t", "F32", {1}, bytes, 4);
  for (const IoMode mode : {IoMode::Uring, IoMode::Threads}) {
    FileWriter writer(mode);
    std::vector<TensorPlace> places;
    EXPECT_EQ(WriteSafetensors(writer, "/dev/full", 0, {&tensor}, places), ENOSPC);
  }
}

// Past the page cache or not, in whole blocks or not, in pieces that come as they may.
TEST(FileWriter, WritesWhatIsAppended) {
  for (const IoMode mode : {IoMode::Uring, IoMode::Threads}) {
    FileWriter writer(mode);
    for (const std::size_t size : {0UL, 1UL, 4096UL, 1048577UL, kWriterPiece, 5 * kWriterPiece + 4095}) {
      std::string text(size, 0);
      for (std::size_t i = 0; i < size; ++i)
        text[i] = static_cast<char>(i * 2654435761U >> 13);
      const std::string path = std::string(::testing::TempDir()) + "file_writer." + std::to_string(getpid());
      ASSERT_EQ(writer.Open(path, size), 0);
      for (std::size_t at = 0, part = 1; at < size; at += part, part = part * 3 + 1)
        ASSERT_EQ(writer.Append(text.data() + at, std::min(part, size - at)), 0);
      ASSERT_EQ(writer.Finish(), 0);
      EXPECT_TRUE(test::Read(path) == text) << size;
      unlink(path.c_str());
    }
  }
}

TEST(Zstd, EachTensorIsAFrameOfItsOwn) {
  const std::string text(100000, 'x');
  const Tensor tensors[] = {MakeTensor("a", "U8", {text.size()}, text.data(), text.size()),
                            MakeTensor("none", "I64", {0}, nullptr, 0)};
  const test::Folder folder;
  FileWriter writer(IoMode::Auto);
  std::vector<TensorPlace> places;
  ASSERT_EQ(WriteSafetensors(writer, folder / "t", 3, {&tensors[0], &tensors[1]}, places), 0);
  const std::string file = test::Read(folder / "t");
  std::string back(text.size(), 0);
  const char* frame = file.data() + places[0].packed_offset;
  EXPECT_LT(file.size(), 1000U);
  EXPECT_TRUE(UnpackFrame(frame, places[0].packed_length, back.data(), back.size()));
  EXPECT_EQ(back, text);
  EXPECT_FALSE(UnpackFrame(frame, places[0].packed_length, back.data(), back.size() - 1));
  EXPECT_FALSE(UnpackFrame(frame, places[0].packed_length - 1, back.data(), back.size()));
  EXPECT_TRUE(CanHold(places[0].packed_length, text.size()));
  EXPECT_FALSE(CanHold(places[0].packed_length, std::size_t{1} << 40));
}

Checkpoint Sample() {
  Checkpoint c;
  c.program = "p.c";
  c.plan = "0123456789abcdef";
  c.step = 7;
  c.regions = 3;
  Entry entry;
  entry.name = entry.path = "model.w";
  entry.persistence = "carried";
  entry.dtype = "F32";
  entry.shape = {2, 3};
  entry.hash = 0xfedcba9876543210;
  entry.file = "step_00000007/rank00000.safetensors";
  entry.offset = 96;
  entry.length = 24;
  c.entries = {entry};
  SavedObject object;
  object.number = 5;
  object.kind = "heap";
  object.path = "model.w";
  object.size = 24;
  object.seal = 2;
  c.objects = {object};
  OpenFile file;
  file.ordinal = 1;
  file.key = "log.txt";
  file.mode = "w";
  file.offset = 33;
  file.seed[1] = UINT64_MAX;
  c.files = {file};
  OutputRecord record;
  record.key = "log.txt";
  record.exists = true;
  record.length = 33;
  c.outputs = {record};
  return c;
}

TEST(Meta, ParsesWhatItPrints) {
  const std::string text = Print(Sample());
  Checkpoint back;
  std::string why;
  ASSERT_TRUE(Parse(text, back, why)) << why;
  EXPECT_EQ(Print(back), text);
  EXPECT_EQ(back.entries[0].hash, 0xfedcba9876543210);
  EXPECT_EQ(back.files[0].seed[1], UINT64_MAX);
  EXPECT_NE(text.find("\"schema\":\"detrain-checkpoint/1\""), std::string::npos);
}

TEST(Meta, NamesTheKeeperOfAFileThatSeveralRanksWrite) {
  Checkpoint c = Sample();
  EXPECT_EQ(Print(c).find("keeper"), std::string::npos);
  c.outputs[0].keeper = 3;
  Checkpoint back;
  std::string why;
  ASSERT_TRUE(Parse(Print(c), back, why)) << why;
  EXPECT_EQ(back.outputs[0].keeper, 3);
  std::vector<OutputRecord> told;
  ASSERT_TRUE(ParseOutputs(PrintOutputs(c.outputs), told));
  EXPECT_EQ(told.at(0).keeper, 3);
  EXPECT_EQ(told.at(0).key, "log.txt");
  EXPECT_FALSE(ParseOutputs("[1]", told));
  EXPECT_FALSE(ParseOutputs("{}", told));
}

TEST(Meta, SaysWhichPartIsWrong) {
  const std::string text = Print(Sample());
  const std::pair<const char*, const char*> damages[] = {{"\"offset\":96", "\"offset\":\"96\""},
                                                         {"\"allocated_by\":\"malloc\"", "\"allocated_by\":\"sbrk\""},
                                                         {"\"kind\":\"stream\"", "\"kind\":\"river\""},
                                                         {"\"in_place\"", "\"elsewhere\""}};
  const char* wants[] = {"entries[0]", "objects[0]", "cursors[0]", "outputs[0]"};
  for (int i = 0; i < 4; ++i) {
    std::string damaged = text;
    const std::size_t at = damaged.find(damages[i].first);
    ASSERT_NE(at, std::string::npos) << damages[i].first;
    damaged.replace(at, std::strlen(damages[i].first), damages[i].second);
    Checkpoint back;
    std::string why;
    EXPECT_FALSE(Parse(damaged, back, why));
    EXPECT_EQ(why, wants[i]);
  }
}

// Nothing that a disk can give back may end in an exception.
TEST(Meta, AnyTruncationIsRefused) {
  const std::string text = Print(Sample());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    Checkpoint back;
    std::string why;
    ASSERT_FALSE(Parse(text.substr(0, size), back, why)) << size;
  }
}

TEST(HashTest, PiecesGiveTheHashOfTheWhole) {
  std::string text(100000, 'x');
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = static_cast<char>(i * 31 % 251);
  Hasher hasher;
  for (std::size_t at = 0; at < text.size(); at += 777)
    hasher.Add(text.data() + at, std::min<std::size_t>(777, text.size() - at));
  EXPECT_EQ(hasher.Value(), Hash(text));
  std::uint64_t back = 0;
  EXPECT_TRUE(FromHex(Hex(hasher.Value()), back));
  EXPECT_EQ(back, hasher.Value());
  EXPECT_FALSE(FromHex("12", back));
  // The published value of XXH3 64 of nothing.
  EXPECT_EQ(Hex(Hash("", 0)), "2d06800538d394c2");
}

}  // namespace
}  // namespace detrain::runtime
