// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "walk.h"

#include <cstring>
#include <utility>

#include "bindings.h"
#include "classes.h"
#include "cxx_streams.h"
#include "device_memory.h"
#include "fail.h"
#include "fixed_heap.h"
#include "fixed_stack.h"
#include "freed.h"
#include "hidden.h"
#include "image.h"

namespace detrain::runtime {

namespace {

// Numbers of blocks made by steps in which nothing is saved; files and libraries that come late do not get that far.
constexpr std::int64_t kFirstOfRest = std::int64_t{1} << 40;

}  // namespace

char* Object::View() const {
  if (!IsApart())
    return address;
  if (fetched.empty() && size > 0) {
    fetched.resize(size);
    ReadDevice(fetched.data(), address, size);
  }
  return fetched.data();
}

bool IsSaved(const detrain_leaf& leaf) {
  switch (leaf.persistence) {
    case DETRAIN_CARRIED:
    case DETRAIN_STREAM:
    case DETRAIN_CURSOR:
    case DETRAIN_COUNTER:
    case DETRAIN_IMAGE:
      return true;
    default:
      return false;
  }
}

bool IsWritten(const detrain_leaf& leaf) {
  return IsSaved(leaf) || leaf.keep != 0;
}

bool IsFollowed(const detrain_leaf& leaf) {
  if (leaf.dtype != DETRAIN_PTR || leaf.target < 0)
    return false;
  return IsWritten(leaf) || leaf.persistence == DETRAIN_INVARIANT;
}

void CopyBits(const detrain_leaf& leaf, char* to, const char* from, std::size_t size) {
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  if (leaf.bits == 0) {
    std::memcpy(to, from, size);
    return;
  }
  char own[sizeof leaf.bits];
  std::memcpy(own, &leaf.bits, sizeof own);
  for (std::size_t i = 0; i < size; ++i) {
    const char bits = own[i % sizeof own];
    to[i] = static_cast<char>((to[i] & ~bits) | (from[i] & bits));
  }
}

std::size_t ScalarSize(std::uint8_t dtype) {
  static constexpr std::uint8_t kSizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 16, 8, 8, 4, 1};
  static_assert(sizeof kSizes == DETRAIN_BYTES + 1);
  if (IsCxxStream(dtype))
    return CxxStreamSize(dtype);
  if (dtype == DETRAIN_SHORT_TEXT)
    return kShortText;
  return dtype < sizeof kSizes ? kSizes[dtype] : 1;
}

namespace {

[[noreturn]] void DoesNotFit(const detrain_leaf& leaf, std::size_t size) {
  Fail(std::string(leaf.path) + ": lies outside its object of " + std::to_string(size) + " bytes");
}

// A leaf that runs to the end of its block makes the block one element.
bool HasTail(const detrain_region& region) {
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    if (LeafAt(region.first_leaf + i).count == 0)
      return true;
  }
  return false;
}

// Regions from which something saved can be reached.
std::vector<bool> Matters() {
  const detrain_plan& plan = *Plan();
  std::vector<bool> matters(plan.region_count);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t r = 0; r < plan.region_count; ++r) {
      for (std::uint32_t i = 0; i < plan.regions[r].leaf_count && !matters[r]; ++i) {
        const detrain_leaf& leaf = LeafAt(plan.regions[r].first_leaf + i);
        const bool leads = IsFollowed(leaf) && matters[static_cast<std::size_t>(leaf.target)];
        if (IsWritten(leaf) || leads)
          matters[r] = changed = true;
      }
    }
    for (std::uint32_t i = 0; i < plan.class_count; ++i) {
      const detrain_class& one = plan.classes[i];
      if (matters[one.region] && !matters[one.of])
        matters[one.of] = changed = true;
    }
  }
  return matters;
}

}  // namespace

std::int64_t NumberOfSealed(std::int64_t seal) {
  return kFirstVariable + static_cast<std::int64_t>(Plan()->region_count) + seal;
}

std::int64_t RegionOfHeapImage() {
  for (std::uint32_t r = 0; r < Plan()->region_count; ++r)
    if (RegionAt(r).kind == DETRAIN_HEAP && std::strcmp(RegionAt(r).path, kHeapImage) == 0)
      return r;
  return -1;
}

std::vector<bool> ReachedRegions() {
  const detrain_plan& plan = *Plan();
  std::vector<bool> reached(plan.region_count);
  std::vector<std::uint32_t> queue;
  const auto reach = [&](std::uint32_t region) {
    if (!reached[region])
      queue.push_back(region);
    reached[region] = true;
  };
  for (std::uint32_t r = 0; r < plan.region_count; ++r) {
    if (plan.regions[r].kind != DETRAIN_HEAP)
      reach(r);
  }
  while (!queue.empty()) {
    const std::uint32_t from = queue.back();
    queue.pop_back();
    for (std::uint32_t i = 0; i < plan.regions[from].leaf_count; ++i) {
      const detrain_leaf& leaf = LeafAt(plan.regions[from].first_leaf + i);
      if (IsFollowed(leaf))
        reach(static_cast<std::uint32_t>(leaf.target));
    }
    for (std::uint32_t i = 0; i < plan.class_count; ++i) {
      if (plan.classes[i].of == from)
        reach(plan.classes[i].region);
    }
  }
  return reached;
}

Layout LayoutOf(const detrain_region& region, const detrain_leaf& leaf, std::size_t size) {
  Layout l;
  if (region.header > size)
    DoesNotFit(leaf, size);
  l.header = region.header;
  size -= region.header;
  for (int i = 0; i < 2; ++i)
    l.outer[i] = leaf.outer_count[i] == 0 ? 1 : leaf.outer_count[i];
  const std::uint64_t scalar = ScalarSize(leaf.dtype);
  if (leaf.count == 0 || region.kind == DETRAIN_HIDDEN) {
    if (leaf.offset > size)
      DoesNotFit(leaf, size);
    l.run = (size - leaf.offset) / scalar;
    l.element_size = size;
    return l;
  }
  const bool array = region.kind == DETRAIN_HEAP && region.element_size != 0 && !HasTail(region);
  l.run = leaf.count;
  l.element_size = array ? region.element_size : size;
  l.elements = array ? size / region.element_size : 1;
  const std::uint64_t last =
      leaf.offset + (l.outer[0] - 1) * leaf.outer_stride[0] + (l.outer[1] - 1) * leaf.outer_stride[1] + l.run * scalar;
  if (l.elements > 0 && last > l.element_size)
    DoesNotFit(leaf, static_cast<std::size_t>(l.element_size));
  return l;
}

Walk::Walk(Mode mode, Reach reach) : mode_(mode), matters_(Matters()) {
  RefreshBlocks();
  first_file_ = kFirstVariable + static_cast<std::int64_t>(Plan()->region_count) + SealedCount();
  first_library_ = first_file_ + static_cast<std::int64_t>(kStandardCount + SealedFiles());
  next_ = first_library_ + static_cast<std::int64_t>(ImageCountAtStart());
  next_of_rest_ = next_ + kFirstOfRest;
  Add(kImage, ObjectKind::Image);
  AddRoots();
  FollowFromRoots();
  const std::int64_t image = IsHeapFixed() ? RegionOfHeapImage() : -1;
  if (reach == Reach::All || image >= 0)
    FollowRest();
  if (image >= 0)
    AddHeapImage(image);
}

// In the order of their addresses, which are the same in every process. What a stream keeps back is written or read
// anew, so that its buffer holds nothing.
void Walk::AddHeapImage(std::int64_t region) {
  const std::set<std::uintptr_t> buffers = BuffersOfStreams();
  for (const Block& block : BlocksByAddress()) {
    if (blocks_.count(block.address) != 0 || !IsInFixedHeap(block.address) || buffers.count(block.address) != 0)
      continue;
    Object& object = Add(NumberOf(block), ObjectKind::Heap);
    blocks_[block.address] = object.number;
    object.region = region;
    object.address = reinterpret_cast<char*>(block.address);
    object.size = block.size;
    object.block = block;
    object.indices = {block.address - kHeapBase};
  }
}

// First along the pointers that give objects their names, so that an alias that comes earlier does not name them.
void Walk::FollowFromRoots() {
  for (const bool naming_only : {true, false}) {
    for (const auto& [number, object] : objects_)
      queue_.push_back(number);
    FollowAll(naming_only);
  }
  // Last those into the middle of a block: what leads to its beginning knows better what it is.
  while (!inner_.empty()) {
    const Link inner = std::move(inner_.front());
    inner_.pop_front();
    Enter(inner);
    FollowAll(false);
  }
}

// What was left out so far. It is always numbered after the rest, whenever it is asked for.
void Walk::FollowRest() {
  reach_ = Reach::All;
  if (std::exchange(leaves_out_, false))
    FollowFromRoots();
}

// Breadth first; following an object's pointers adds to the queue.
void Walk::FollowAll(bool naming_only) {
  while (!queue_.empty()) {
    Object& object = objects_[queue_.front()];
    queue_.pop_front();
    Follow(object, naming_only);
  }
}

Object& Walk::Add(std::int64_t number, ObjectKind kind) {
  Object& object = objects_[number];
  object.number = number;
  object.kind = kind;
  return object;
}

void Walk::AddRoots() {
  for (std::uint32_t r = 0; r < Plan()->region_count; ++r) {
    const detrain_region& region = RegionAt(r);
    if (region.kind == DETRAIN_VARIABLE) {
      const Binding& binding = BindingOf(r);
      if (binding.address == nullptr)
        continue;
      Object& object = Add(kFirstVariable + r, ObjectKind::Variable);
      object.region = r;
      object.address = binding.address;
      object.size = binding.size;
      object.is_apart = binding.is_apart;
    } else if (region.kind == DETRAIN_HIDDEN && IsObject(LeafAt(region.first_leaf))) {
      Object& object = Add(kFirstVariable + r, ObjectKind::Hidden);
      object.region = r;
      object.captured.resize(1);  // stands for it: the library knows where it is
      object.address = object.captured.data();
      object.size = object.captured.size();
    } else if (region.kind == DETRAIN_HIDDEN && HiddenSize(region.path) > 0) {
      Object& object = Add(kFirstVariable + r, ObjectKind::Hidden);
      object.region = r;
      object.captured.resize(HiddenSize(region.path));
      object.address = object.captured.data();
      object.size = object.captured.size();
      std::string why;
      if (!CaptureHidden(region.path, object.address, why) && mode_ == Mode::Strict)
        Fail(std::string(region.path) + ": " + why);
    }
  }
}

void Walk::Follow(Object& object, bool naming_only) {
  if (object.region < 0)
    return;
  const detrain_region& region = RegionAt(static_cast<std::uint32_t>(object.region));
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
    if (IsFollowed(leaf) && (leaf.names_object != 0 || !naming_only))
      FollowLeaf(object, leaf);
  }
}

namespace {

std::size_t CountBrackets(const char* path) {
  std::size_t count = 0;
  for (const char* at = std::strstr(path, "[]"); at != nullptr; at = std::strstr(at + 2, "[]"))
    ++count;
  return count;
}

// The indices of the object that a pointer leads to: those of the pointer's own object, then those of its place in it.
// Dimensions of one element have an index only where the path has brackets for it.
class Indices {
 public:
  Indices(const Object& object, const Layout& l, const detrain_leaf& leaf) : indices_(object.indices) {
    const std::uint64_t extents[4] = {l.elements, l.outer[0], l.outer[1], l.run};
    std::size_t used = indices_.size();
    for (int d = 0; d < 4; ++d)
      used += (use_[d] = extents[d] > 1) ? 1 : 0;
    for (const int d : {0, 3, 1, 2}) {
      if (used < CountBrackets(leaf.path) && !use_[d]) {
        use_[d] = true;
        ++used;
      }
    }
  }
  std::vector<std::uint64_t> operator()(const std::uint64_t index[3], std::uint64_t k) const {
    std::vector<std::uint64_t> all = indices_;
    const std::uint64_t place[4] = {index[0], index[1], index[2], k};
    for (int d = 0; d < 4; ++d) {
      if (use_[d])
        all.push_back(place[d]);
    }
    return all;
  }

 private:
  const std::vector<std::uint64_t>& indices_;
  bool use_[4] = {};
};

char* PointerAt(const char* place) {
  char* pointer = nullptr;
  std::memcpy(&pointer, place, sizeof pointer);
  return pointer;
}

std::uintptr_t Number(const char* place) {
  return reinterpret_cast<std::uintptr_t>(PointerAt(place));
}

// The pointer to the block stands at `place`.
Range UsedOf(const char* place, const detrain_used& used) {
  return used.end == 0 ? Range{} : Range{Number(place + used.begin), Number(place + used.end) + used.more};
}

// The bounds of the holder cut off what they lie in.
Range Clipped(Range range, const Range& bounds, const Block& block) {
  if (bounds.begin >= block.address && bounds.begin < block.address + block.size)
    range.begin = bounds.begin;
  if (bounds.end >= block.address && bounds.end < block.address + block.size)
    range.end = bounds.end;
  return range;
}

}  // namespace

void Walk::FollowLeaf(Object& object, const detrain_leaf& leaf) {
  const Layout l = LayoutOf(RegionAt(static_cast<std::uint32_t>(object.region)), leaf, object.size);
  const Indices indices(object, l, leaf);
  ForEachRun(object.View(), l, leaf, [&](const char* run, const std::uint64_t index[3]) {
    if (!IsPresent(leaf, run))
      return;
    for (std::uint64_t k = 0; k < l.run; ++k) {
      const char* const place = run + k * sizeof(char*);
      char* const pointer = PointerAt(place);
      if (pointer != nullptr && object.IsUsed(place))
        Visit({pointer, place, &leaf, &object, indices(index, k)});
    }
  });
}

void Walk::Visit(const Link& link) {
  const detrain_leaf& leaf = *link.leaf;
  const auto address = reinterpret_cast<std::uintptr_t>(link.pointer);
  const auto target = static_cast<std::size_t>(leaf.target);
  const Block* block = FindBlock(address);
  if (block == nullptr) {
    Image image;
    if (mode_ == Mode::Lenient || FindVariable(address) >= 0 || FindImage(address, image) || IsFreed(address) ||
        IsInFixedHeap(address))
      return;
    if (IsSaved(leaf))
      Unknown(leaf.path);
    if (leaf.persistence == DETRAIN_INVARIANT && matters_[target]) {
      Fail(std::string(leaf.path) + ": leads to memory that is not from malloc, but must be saved");
    }
    return;
  }
  if (blocks_.count(block->address) != 0)
    return;
  if (reach_ == Reach::Saved && !matters_[target]) {
    leaves_out_ = true;
    return;
  }
  if (block->address == address)
    Enter(link);
  else
    inner_.push_back(link);
}

void Walk::Enter(const Link& link) {
  const detrain_leaf& leaf = *link.leaf;
  const Block* block = FindBlock(reinterpret_cast<std::uintptr_t>(link.pointer));
  if (blocks_.count(block->address) != 0)
    return;
  const std::int32_t region = RegionOfObject(static_cast<std::uint32_t>(leaf.target),
                                             reinterpret_cast<const char*>(block->address), block->size);
  if (region < 0) {
    if (mode_ == Mode::Strict)
      Fail(std::string(leaf.path) + ": leads to an object of a class that the plan does not know there");
    return;
  }
  Object& object = Add(NumberOf(*block), ObjectKind::Heap);
  blocks_[block->address] = object.number;
  object.region = region;
  object.address = reinterpret_cast<char*>(block->address);
  object.size = block->size;
  object.block = *block;
  object.is_apart = IsApart(block->allocator);
  object.indices = link.indices;
  object.used = Clipped(UsedOf(link.place, leaf.used), link.holder->used_inner, *block);
  if (leaf.used.inner_end != 0)
    object.used_inner = {Number(link.place + leaf.used.inner_begin), Number(link.place + leaf.used.inner_end)};
  queue_.push_back(object.number);
}

std::int64_t Walk::NumberOf(const Block& block) {
  if (block.seal != kNotSealed)
    return NumberOfSealed(block.seal);
  return reach_ == Reach::All ? next_of_rest_++ : next_++;
}

std::int64_t Walk::NumberOfBlock(std::uintptr_t address) const {
  const auto found = blocks_.find(address);
  if (found != blocks_.end())
    return found->second;
  const Block* block = FindBlock(address);
  const bool is_sealed = block != nullptr && block->address == address && block->seal != kNotSealed;
  return is_sealed ? NumberOfSealed(block->seal) : kUnknown;
}

void Walk::Unknown(const char* path) {
  Fail(std::string(path) + ": points to memory that the runtime does not know");
}

Location Walk::LocateImage(std::uintptr_t address) {
  Image image;
  if (!FindImage(address, image))
    return {kUnknown, 0};
  const auto offset = static_cast<std::int64_t>(address - image.base);
  if (image.is_program)
    return {kImage, offset};
  const auto found = images_.find(image.name);
  if (found != images_.end())
    return {found->second, offset};
  const bool early = image.index < ImageCountAtStart();
  Object& object = Add(early ? first_library_ + static_cast<std::int64_t>(image.index) : next_++, ObjectKind::Image);
  object.image = image.name;
  object.referenced = true;
  images_[image.name] = object.number;
  return {object.number, offset};
}

// Which of them it is counts: two pointers stay equal or not. Invariants are not always gathered, so they do not count.
Location Walk::LocateFreed(std::uintptr_t address, const detrain_leaf& leaf) {
  if (!IsWritten(leaf))
    return {kFreed, 0};
  return {kFreed, freed_.emplace(address, static_cast<std::int64_t>(freed_.size())).first->second};
}

Location Walk::Locate(const void* pointer, bool must, const detrain_leaf& leaf) {
  if (pointer == nullptr)
    return {};
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (const Block* block = FindBlock(address)) {
    auto found = blocks_.find(block->address);
    if (found == blocks_.end() && leaves_out_) {
      FollowRest();
      found = blocks_.find(block->address);
    }
    if (found != blocks_.end()) {
      objects_[found->second].referenced = true;
      return {found->second, static_cast<std::int64_t>(address - block->address)};
    }
    if (must)
      Fail(std::string(leaf.path) + ": points to a heap block that the plan does not describe");
    return {kUnknown, 0};
  }
  const std::int64_t region = FindVariable(address);
  if (region >= 0) {
    const auto base = reinterpret_cast<std::uintptr_t>(BindingOf(static_cast<std::uint32_t>(region)).address);
    return {kFirstVariable + region, static_cast<std::int64_t>(address - base)};
  }
  if (IsAmongArguments(address))
    NoteArgumentsSaved();
  if (IsInFixedHeap(address))
    return {kPlaceInHeap, static_cast<std::int64_t>(address - kHeapBase)};
  if (IsFreed(address))
    return LocateFreed(address, leaf);
  const Location image = LocateImage(address);
  if (image.object == kUnknown && must)
    Unknown(leaf.path);
  return image;
}

Location Walk::AddFile(const OpenFile& file) {
  const auto found = files_.find(file.ordinal);
  std::int64_t number = found != files_.end() ? found->second : 0;
  if (found == files_.end()) {
    const bool standard = file.ordinal >= kStandardOrdinal;
    const std::uint64_t place = standard ? file.ordinal - kStandardOrdinal : kStandardCount + file.ordinal - 1;
    const bool early = standard || file.ordinal <= SealedFiles();
    number = early ? first_file_ + static_cast<std::int64_t>(place) : next_++;
    files_[file.ordinal] = number;
  }
  Object& object = Add(number, ObjectKind::File);
  object.file = file;
  object.referenced = true;
  return {number, file.offset};
}

Location Walk::LocateFile(const FILE* stream, bool must, const char* path) {
  OpenFile file;
  if (stream == nullptr)
    return {};
  if (FindStream(stream, file))
    return AddFile(file);
  if (must)
    Fail(std::string(path) + ": an open file that the runtime does not know");
  return {kUnknown, 0};
}

Location Walk::LocateDescriptor(int fd, bool must, const char* path) {
  OpenFile file;
  if (fd < 0)
    return {};
  if (FindDescriptor(fd, file))
    return AddFile(file);
  if (must && fd > 2)
    Fail(std::string(path) + ": an open file that the runtime does not know");
  return {kUnknown, 0};
}

}  // namespace detrain::runtime
