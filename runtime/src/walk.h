// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The typed walk: from the bound variables along the pointers of the plan to every object that a step boundary knows,
// each with a number that is the same in every process at the same step:
//   0 null · 1 the program's image (functions, constants, statics that are not bound) · 2 + r the variable of region r
//   · 2 + R + s the block number s of those alive where the code before the loop ended · then the standard streams, the
//   files opened by then and the libraries, by their order · above, in walk order, what came later. Below, what is no
//   object: -1 not known and not needed · -2 freed · -3 a place in the fixed heap where no block is, with the bytes
//   from the heap's beginning.
#ifndef DETRAIN_RUNTIME_SRC_WALK_H
#define DETRAIN_RUNTIME_SRC_WALK_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "detrain/detrain.h"
#include "files.h"
#include "heap.h"

namespace detrain::runtime {

constexpr std::int64_t kPlaceInHeap = -3;  // or on the stack behind it
constexpr std::int64_t kFreed = -2;
constexpr std::int64_t kUnknown = -1;
constexpr std::int64_t kNull = 0;
constexpr std::int64_t kImage = 1;
constexpr std::int64_t kFirstVariable = 2;

enum class ObjectKind : std::uint8_t { Image, Variable, Heap, Hidden, File };

// Addresses; what is behind `end` is not in it.
struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = UINTPTR_MAX;
};

struct Object {
  std::int64_t number = 0;
  ObjectKind kind = ObjectKind::Variable;
  std::int64_t region = -1;
  char* address = nullptr;
  std::size_t size = 0;
  std::vector<std::uint64_t> indices;  // fill the first `[]` of the paths of its leaves
  Block block;                         // Heap
  OpenFile file;                       // File
  std::string image;                   // Image: file name of a shared library
  std::vector<char> captured;          // Hidden: the bytes that `address` points to
  bool is_apart = false;               // the host cannot reach it
  mutable std::vector<char> fetched;   // where it cannot: what View has read
  bool referenced = false;             // a pointer in a tensor leads here
  Range used;                          // Heap: pointers in the rest of the block mean nothing
  Range used_inner;                    // of the blocks that its pointers lead to
  // Where the host can read its bytes.
  [[nodiscard]] char* View() const;
  [[nodiscard]] bool IsApart() const { return is_apart; }
  [[nodiscard]] bool IsUsed(const void* place) const {
    const auto at = reinterpret_cast<std::uintptr_t>(place);
    return at >= used.begin && at < used.end;
  }
};

struct Location {
  std::int64_t object = kNull;
  std::int64_t offset = 0;
};

bool IsSaved(const detrain_leaf& leaf);
inline bool IsObject(const detrain_leaf& leaf) {
  return leaf.dtype == DETRAIN_OBJECT;
}
// Saved, or a pointer on which a re-created object hangs.
bool IsWritten(const detrain_leaf& leaf);
// Whether a walk goes along this pointer: those of dead memory may lead anywhere, and derived ones are made again.
bool IsFollowed(const detrain_leaf& leaf);
// Whether the object around a run is there: what is left of one that is gone means nothing.
inline bool IsPresent(const detrain_leaf& leaf, const char* run) {
  for (const detrain_flag& flag : leaf.present) {
    const unsigned char is = flag.at == 0 ? 1 : static_cast<unsigned char>(run[flag.at]);
    if (flag.at != 0 && (flag.is == 0 ? is == 0 : is + 1U != flag.is))
      return false;
  }
  return true;
}
// How many flags tell if it is there.
inline int FlagsOf(const detrain_leaf& leaf) {
  return (leaf.present[0].at != 0 ? 1 : 0) + (leaf.present[1].at != 0 ? 1 : 0);
}
// Of the bytes of a run those bits that are the leaf's; the others stay.
void CopyBits(const detrain_leaf& leaf, char* to, const char* from, std::size_t size);
inline constexpr std::size_t kShortText = 16;  // bytes, of DETRAIN_SHORT_TEXT
std::size_t ScalarSize(std::uint8_t dtype);

// How often a leaf repeats in an object.
struct Layout {
  std::uint64_t elements = 1, outer[2] = {1, 1}, run = 1;
  std::uint64_t element_size = 0;
  std::uint64_t header = 0;
  [[nodiscard]] std::uint64_t Scalars() const { return elements * outer[0] * outer[1] * run; }
};
// Where the scalar numbered (e, i, j) with its run begins.
inline char* At(char* base, const Layout& l, const detrain_leaf& leaf, std::uint64_t e, std::uint64_t i,
                std::uint64_t j) {
  return base + l.header + e * l.element_size + leaf.offset + i * leaf.outer_stride[0] + j * leaf.outer_stride[1];
}
// Calls use(address, index) with every run of the leaf in the object; index = {e, i, j}.
template <typename Use>
void ForEachRun(char* base, const Layout& l, const detrain_leaf& leaf, Use use) {
  for (std::uint64_t e = 0; e < l.elements; ++e) {
    for (std::uint64_t i = 0; i < l.outer[0]; ++i) {
      for (std::uint64_t j = 0; j < l.outer[1]; ++j) {
        const std::uint64_t index[3] = {e, i, j};
        use(At(base, l, leaf, e, i, j), index);
      }
    }
  }
}
// Ends the process where the leaf does not fit the object.
Layout LayoutOf(const detrain_region& region, const detrain_leaf& leaf, std::size_t size);

// What a block from before the loop is called as an object.
std::int64_t NumberOfSealed(std::int64_t seal);

// The region of all blocks of the fixed heap that no pointer of the plan leads to, which are saved as they lie. Its
// leaf has its path and the block's place in brackets.
constexpr const char* kHeapImage = "heap::image";
// -1: the plan has none.
std::int64_t RegionOfHeapImage();

// By region: whether a walk can come there in some run. Blocks that only a step's own variables lead to are never seen.
std::vector<bool> ReachedRegions();

class Walk {
 public:
  // Lenient: pointers to nowhere are passed over, as the state before a restore may hold them.
  enum class Mode { Strict, Lenient };
  // Saved: objects that hold nothing saved, nor lead to any, are left out until a pointer asks for one of them. Data
  // sets of many blocks are not walked through at each boundary.
  enum class Reach { Saved, All };
  explicit Walk(Mode mode, Reach reach = Reach::All);

  // In order of number. Files and images are added while pointers are translated.
  [[nodiscard]] const std::map<std::int64_t, Object>& objects() const { return objects_; }

  // A pointer or handle as (object, offset). Must: the value goes into a checkpoint, so an address that the runtime
  // does not know ends the process with a line that names its path. Otherwise such an address is (-1, 0).
  Location Locate(const void* pointer, bool must, const detrain_leaf& leaf);
  Location LocateFile(const FILE* stream, bool must, const char* path);
  Location LocateDescriptor(int fd, bool must, const char* path);
  // Of the block that begins there: its object's number, or kUnknown. One from before the loop has its number though
  // nothing saved leads to it.
  [[nodiscard]] std::int64_t NumberOfBlock(std::uintptr_t address) const;
  // Addresses in freed blocks, with their numbers, so far as they were asked for.
  [[nodiscard]] const std::unordered_map<std::uintptr_t, std::int64_t>& freed() const { return freed_; }

 private:
  void AddRoots();
  void FollowFromRoots();
  void FollowRest();
  void AddHeapImage(std::int64_t region);
  void FollowAll(bool naming_only);
  void Follow(Object& object, bool naming_only);
  void FollowLeaf(Object& object, const detrain_leaf& leaf);
  // The pointer and what it stands in.
  struct Link {
    char* pointer = nullptr;
    const char* place = nullptr;
    const detrain_leaf* leaf = nullptr;
    const Object* holder = nullptr;
    std::vector<std::uint64_t> indices;
  };
  void Visit(const Link& link);
  void Enter(const Link& link);
  Object& Add(std::int64_t number, ObjectKind kind);
  std::int64_t NumberOf(const Block& block);
  Location LocateImage(std::uintptr_t address);
  Location LocateFreed(std::uintptr_t address, const detrain_leaf& leaf);
  Location AddFile(const OpenFile& file);
  void Unknown(const char* path);

  Mode mode_;
  std::map<std::int64_t, Object> objects_;
  std::unordered_map<std::uintptr_t, std::int64_t> blocks_;  // by block address
  std::map<std::string, std::int64_t> images_;
  std::map<std::uint64_t, std::int64_t> files_;             // by ordinal
  std::unordered_map<std::uintptr_t, std::int64_t> freed_;  // in the order in which they were asked for
  std::deque<std::int64_t> queue_;
  std::deque<Link> inner_;  // into the middle of a block
  std::int64_t first_file_ = 0, first_library_ = 0;
  std::int64_t next_ = 0;
  std::int64_t next_of_rest_ = 0;
  std::vector<bool> matters_;  // by region: something in it, or reached from it, is saved
  Reach reach_ = Reach::Saved;
  bool leaves_out_ = false;  // something
};

}  // namespace detrain::runtime

#endif
