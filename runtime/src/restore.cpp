// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "restore.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "address_numbers.h"
#include "conditions.h"
#include "cxx_streams.h"
#include "derived.h"
#include "device_memory.h"
#include "fail.h"
#include "files.h"
#include "fit.h"
#include "fixed_heap.h"
#include "freed.h"
#include "heap_layout.h"
#include "hidden.h"
#include "image.h"
#include "objects.h"
#include "outputs.h"
#include "poison.h"
#include "report.h"
#include "run.h"
#include "settings.h"
#include "standard_input.h"
#include "store.h"
#include "tensors.h"
#include "threads.h"

namespace detrain::runtime {
namespace {

struct State {
  bool prepared = false;  // blocks and files exist
  std::map<std::int64_t, const SavedObject*> objects;
  std::map<std::int64_t, char*> blocks;      // heap objects by number
  std::map<int, std::uint64_t> descriptors;  // saved number -> ordinal
  std::uint64_t ablated = 0;
};

State& S() {
  static auto* state = new State;
  return *state;
}

// --- objects ---

// `delete[]` reads the number of elements right in front of them.
void WriteHeader(const detrain_region& region, char* block, std::size_t size) {
  std::size_t count = 0;
  if (region.header < sizeof count || region.element_size == 0)
    return;
  count = (size - region.header) / region.element_size;
  std::memcpy(block + region.header - sizeof count, &count, sizeof count);
}

// A block that is made anew holds no streams until they are constructed.
void MakeStreams(const detrain_region& region, char* block, std::size_t size) {
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
    if (!IsCxxStream(leaf.dtype))
      continue;
    const Layout l = LayoutOf(region, leaf, size);
    ForEachRun(block, l, leaf, [&](char* run, const std::uint64_t*) {
      for (std::uint64_t k = 0; k < l.run; ++k)
        MakeCxxStream(leaf.dtype, run + k * ScalarSize(leaf.dtype));
    });
  }
}

void PrepareBlock(const SavedObject& object) {
  // The code before the loop has made its blocks again; those of the loop are made anew.
  const Block* sealed = FindSealed(object.seal);
  if (sealed != nullptr && sealed->size == object.size && sealed->allocator == object.allocator) {
    S().blocks[object.number] = reinterpret_cast<char*>(sealed->address);
    return;
  }
  if (object.seal != kNotSealed) {
    Refuse("entry " + object.path + ": the code before the loop made another heap block than in the checkpoint's run");
  }
  if (object.allocator == Allocator::Automatic)
    Refuse("entry " + object.path + ": an array of variable length of the loop cannot be made again");
  auto* block = object.place != kNoPlace
                    ? reinterpret_cast<char*>(kHeapBase + object.place)  // RestoreHeap has made it
                    : static_cast<char*>(Recreate(object.allocator, object.alignment, object.size));
  if (block == nullptr && object.size > 0)
    Fail("entry " + object.path + ": out of memory");
  S().blocks[object.number] = block;
  if (IsApart(object.allocator)) {
    if (GetSettings().poison)
      PoisonNew(RegionAt(static_cast<std::uint32_t>(object.region)), block, object.size, true);
    return;
  }
  if (block != nullptr)
    std::memset(block, 0, object.size);
  if (GetSettings().poison)
    PoisonNew(RegionAt(static_cast<std::uint32_t>(object.region)), block, object.size, false);
  WriteHeader(RegionAt(static_cast<std::uint32_t>(object.region)), block, object.size);
  MakeStreams(RegionAt(static_cast<std::uint32_t>(object.region)), block, object.size);
}

// Of a part of a library's object: "net[0].fc1.weight" belongs to "net[].fc1.weight".
std::string WithoutIndices(const std::string& name) {
  std::string path;
  bool is_index = false;
  for (const char c : name) {
    is_index = is_index && c != ']';
    if (!is_index)
      path += c;
    is_index = is_index || c == '[';
  }
  return path;
}

bool IsAblated(const Entry& entry) {
  const std::string& path = GetSettings().ablate;
  if (path.empty())
    return false;
  const bool names_object = entry.name.front() == '&';
  if (entry.name == path)
    return true;
  if (!entry.part.empty())
    return WithoutIndices(entry.name) == path;
  if (path.front() == '&')
    return names_object && "&" + entry.path == path;
  return !names_object && entry.path == path;
}

// The files that an entry leads to.
std::vector<Location> References(const Entry& entry, const std::vector<char>& bytes) {
  const std::uint8_t dtype = LeafAt(static_cast<std::uint32_t>(entry.leaf)).dtype;
  if ((dtype != DETRAIN_FILE && !IsCxxStream(dtype)) || bytes.empty())
    return {};
  if (IsCxxStream(dtype)) {
    std::vector<CxxStreamState> streams(bytes.size() / sizeof(CxxStreamState));
    std::memcpy(streams.data(), bytes.data(), streams.size() * sizeof(CxxStreamState));
    std::vector<Location> locations;
    for (const CxxStreamState& s : streams)
      locations.push_back({s.file, s.position});
    return locations;
  }
  std::vector<Location> locations(bytes.size() / sizeof(Location));
  std::memcpy(locations.data(), bytes.data(), locations.size() * sizeof(Location));
  return locations;
}

// Files that an ablated entry leads to stay as the code before the loop left them.
std::vector<std::uint64_t> AblatedFiles() {
  std::vector<std::uint64_t> ordinals;
  for (const Entry& entry : Chosen().entries) {
    if (!IsAblated(entry) || entry.leaf == kTailLeaf)
      continue;
    for (const Location& location : References(entry, ReadEntry(TheRun().source, entry))) {
      const auto found = S().objects.find(location.object);
      if (found != S().objects.end())
        ordinals.push_back(found->second->ordinal);
    }
  }
  return ordinals;
}

// Where steps read it, its place is an entry, which may be ablated.
bool HoldsStandardInput(const Checkpoint& checkpoint) {
  return std::any_of(checkpoint.entries.begin(), checkpoint.entries.end(),
                     [](const Entry& entry) { return entry.path == kStandardInput || entry.path == kCin; });
}

void PrepareFiles() {
  State& s = S();
  std::vector<std::uint64_t> wanted;
  for (const SavedObject& object : Chosen().objects) {
    if (object.kind == "file")
      wanted.push_back(object.ordinal);
  }
  for (const OpenFile& file : Chosen().files) {
    if (file.stream == nullptr && file.fd >= 0)
      s.descriptors[file.fd] = file.ordinal;
  }
  PutBackOutputs();
  std::vector<std::uint64_t> untouched = AblatedFiles();
  if (HoldsStandardInput(Chosen()))
    untouched.push_back(kStandardOrdinal);
  RestoreFiles(Chosen().files, wanted, untouched);
}

void Prepare() {
  State& s = S();
  if (s.prepared)
    return;
  s.prepared = true;
  CheckFit();
  for (const SavedObject& object : Chosen().objects)
    s.objects[object.number] = &object;
  RefreshBlocks();
  RestoreHeap(Chosen());
  for (const SavedObject& object : Chosen().objects) {
    if (object.kind == "heap")
      PrepareBlock(object);
  }
  PrepareFiles();
}

// --- pointers ---

// Just behind the end, too.
bool IsWithin(const Location& location, std::uint64_t size) {
  return location.offset >= 0 && static_cast<std::uint64_t>(location.offset) <= size;
}

bool AddressOf(const Location& location, char*& pointer) {
  const State& s = S();
  const std::int64_t variables = static_cast<std::int64_t>(Plan()->region_count);
  if (location.object >= kFirstVariable && location.object < kFirstVariable + variables) {
    const Binding& binding = BindingOf(static_cast<std::uint32_t>(location.object - kFirstVariable));
    pointer = binding.address == nullptr ? nullptr : binding.address + location.offset;
    return pointer != nullptr && IsWithin(location, binding.size);
  }
  const auto block = s.blocks.find(location.object);
  if (block != s.blocks.end()) {
    pointer = block->second + location.offset;
    return IsWithin(location, s.objects.at(location.object)->size);
  }
  Image image;
  const auto found = s.objects.find(location.object);
  const bool program = location.object == kImage && FindImage(reinterpret_cast<std::uintptr_t>(Plan()), image);
  const bool library =
      found != s.objects.end() && found->second->kind == "library" && FindImage(found->second->path, image);
  if (!program && !library)
    return false;
  const std::uintptr_t address = image.base + static_cast<std::uintptr_t>(location.offset);
  pointer = reinterpret_cast<char*>(address);
  Image there;
  return FindImage(address, there) && there.base == image.base;
}

Translation MakeTranslation() {
  Translation translation;
  translation.pointer = AddressOf;
  translation.stream = [](const Location& location, FILE*& stream) {
    const auto found = S().objects.find(location.object);
    if (found != S().objects.end())
      stream = StreamOf(found->second->ordinal);
    return stream != nullptr;
  };
  translation.file = [](const Location& location) -> const OpenFile* {
    const auto found = S().objects.find(location.object);
    for (const OpenFile& file : Chosen().files) {
      if (found != S().objects.end() && file.ordinal == found->second->ordinal)
        return &file;
    }
    return nullptr;
  };
  translation.descriptor = [](int fd) {
    const auto found = S().descriptors.find(fd);
    const int now = found == S().descriptors.end() ? -1 : DescriptorOf(found->second);
    return now >= 0 ? now : fd;
  };
  return translation;
}

// --- contents ---

struct Place {
  char* address = nullptr;
  std::size_t size = 0;
  std::int64_t region = -1;
  bool is_apart = false;  // the host cannot reach it by itself
};

// Where the object of an entry lies now. Variables that are not bound yet: address null.
Place PlaceOf(const Entry& entry) {
  const auto found = S().objects.find(entry.object);  // CheckFit has seen it
  Place place;
  place.size = static_cast<std::size_t>(found->second->size);
  place.region = RegionNumber(*found->second);
  if (found->second->kind == "heap") {
    place.address = S().blocks[entry.object];
    place.is_apart = IsApart(found->second->allocator);
  } else {
    const Binding& binding = BindingOf(static_cast<std::uint32_t>(place.region));
    place.address = binding.address;
    place.is_apart = binding.is_apart;
  }
  return place;
}

void RestoreTail(const Entry& entry, const Place& place, const std::vector<char>& bytes) {
  if (bytes.size() > place.size)
    Refuse("entry " + entry.name + ": is larger than its object");
  HostBytes object(place.address, place.size, place.is_apart);
  std::memcpy(object.data() + place.size - bytes.size(), bytes.data(), bytes.size());
}

void RestoreEntry(const Entry& entry, bool last) {
  const Place place = PlaceOf(entry);
  const detrain_region& region = RegionAt(static_cast<std::uint32_t>(place.region));
  if (region.is_const != 0 || !entry.part.empty())
    return;  // RestoreObjects
  if (region.kind == DETRAIN_HIDDEN) {
    if (entry.length != HiddenSize(region.path))
      Refuse("entry " + entry.name + ": the library's state has another size");
    if (last)
      RestoreHidden(region.path, ReadEntry(TheRun().source, entry).data());
    return;
  }
  if (place.address == nullptr) {
    if (!last)
      return;
    if (!IsStatic(region))
      Refuse("entry " + entry.name + ": the program did not bind this variable");
    MakeShadow(static_cast<std::uint32_t>(place.region));
    return RestoreEntry(entry, last);
  }
  const std::vector<char> bytes = ReadEntry(TheRun().source, entry);
  if (entry.leaf == kTailLeaf)
    return RestoreTail(entry, place, bytes);
  const detrain_leaf& leaf = LeafAt(static_cast<std::uint32_t>(entry.leaf));
  const Layout layout = LayoutOf(region, leaf, place.size);
  if (TensorSize(leaf, layout) != entry.length)
    Refuse("entry " + entry.name + ": its size differs from the checkpoint's");
  HostBytes object(place.address, place.size, place.is_apart);
  if (GetSettings().poison && last && region.kind == DETRAIN_HEAP)
    PoisonCounter(region, leaf, object.data(), place.size);
  const bool complete = Scatter(leaf, layout, object.data(), bytes.data(), MakeTranslation());
  if (last && !complete)
    Refuse("entry " + entry.name + ": leads to an object that this program does not have");
}

int FlagsAround(const Entry& entry) {
  return entry.leaf == kTailLeaf ? 0 : FlagsOf(LeafAt(static_cast<std::uint32_t>(entry.leaf)));
}

// The flags that tell which objects are there come before what is in these.
void RestoreEntries(bool last) {
  for (const int flags : {0, 1, 2}) {
    for (const Entry& entry : Chosen().entries) {
      if (FlagsAround(entry) != flags)
        continue;
      if (IsAblated(entry))
        S().ablated += last && entry.part.empty() ? 1 : 0;
      else
        RestoreEntry(entry, last);
    }
  }
}

// The parts of one object of a library.
struct Parts {
  std::vector<const Entry*> entries;
  std::vector<Part> parts;
};

using ObjectKey = std::tuple<std::int64_t, std::int64_t, std::uint64_t>;

std::map<ObjectKey, Parts> PartsOfObjects() {
  std::map<ObjectKey, Parts> found;
  for (const Entry& entry : Chosen().entries) {
    if (entry.part.empty())
      continue;
    if (IsAblated(entry)) {
      ++S().ablated;
      continue;
    }
    Parts& parts = found[{entry.object, entry.leaf, entry.element}];
    parts.entries.push_back(&entry);
    parts.parts.push_back({entry.part, DtypeOf(entry.dtype), entry.shape, ReadEntry(TheRun().source, entry)});
  }
  return found;
}

// Last, when the program's own memory is whole: what the library's objects hold.
void RestoreObjects() {
  for (const auto& [key, parts] : PartsOfObjects()) {
    const auto index = std::get<1>(key);
    const auto element = std::get<2>(key);  // C++17 captures no parts of a tuple
    const Entry& entry = *parts.entries.front();
    const Place place = PlaceOf(entry);
    const detrain_region& region = RegionAt(static_cast<std::uint32_t>(place.region));
    const detrain_leaf& leaf = LeafAt(static_cast<std::uint32_t>(index));
    const bool is_hidden = region.kind == DETRAIN_HIDDEN;
    const bool is_shadow =
        !is_hidden && region.kind == DETRAIN_VARIABLE && BindingOf(static_cast<std::uint32_t>(place.region)).shadow;
    if (!is_hidden && (place.address == nullptr || is_shadow || !IsObject(leaf)))
      Refuse("entry " + entry.name + ": an object of a library that the program makes behind the restore");
    char* object = nullptr;
    std::uint64_t count = 0;
    if (!is_hidden)
      ForEachRun(place.address, LayoutOf(region, leaf, place.size), leaf,
                 [&](char* run, const std::uint64_t*) { object = count++ == element ? run : object; });
    if (!is_hidden && object == nullptr)
      Refuse("entry " + entry.name + ": there is no such object");
    if (const char* why = PutBack(leaf, object, parts.parts))
      Refuse("entry " + entry.name + ": " + why);
  }
}

// Statics that no code has registered yet get a shadow first: pointers may lead into them.
void MakeShadows() {
  for (const Entry& entry : Chosen().entries) {
    const Place place = PlaceOf(entry);
    const auto region = static_cast<std::uint32_t>(place.region);
    const bool variable = RegionAt(region).kind == DETRAIN_VARIABLE;
    if (variable && place.address == nullptr && IsStatic(RegionAt(region)))
      MakeShadow(region);
  }
}

NumberedBlock Numbered(const SavedNumber& saved) {
  if (saved.object == kFreed)
    return {reinterpret_cast<std::uintptr_t>(AddressOfFreed(saved.index)), 0, saved.number, saved.offset};
  const auto made = S().blocks.find(saved.object);
  if (made != S().blocks.end()) {
    const auto size = static_cast<std::size_t>(S().objects.at(saved.object)->size);
    return {reinterpret_cast<std::uintptr_t>(made->second), size, saved.number, 0};
  }
  const Block* sealed = FindSealed(saved.object - NumberOfSealed(0));
  if (sealed == nullptr)
    Refuse("entry addresses: the code before the loop made another heap block than in the checkpoint's run");
  return {sealed->address, sealed->size, saved.number, 0};
}

// Blocks that are compared by their numbers have those of the checkpoint's run.
void RestoreNumbers() {
  std::vector<NumberedBlock> blocks;
  for (const SavedNumber& saved : Chosen().numbers)
    blocks.push_back(Numbered(saved));
  SetNumbers(blocks, Chosen().last_number);
}

void Finish() {
  Run& run = TheRun();
  const Checkpoint& c = Chosen();
  run.resuming = false;
  LeaveHeapAsItIs(false);
  RedirectText();
  RemoveScratch();
  ReportPoison();
  if (!GetSettings().ablate.empty()) {
    Report({{"event", "ablate"}, {"path", GetSettings().ablate}, {"entries", S().ablated}});
  }
  Report({{"event", "restore"}, {"step", c.step}, {"entries", c.entries.size()}});
}

}  // namespace

void Restore(bool last) {
  if (GetSettings().poison)
    PoisonVariables();
  Prepare();
  if (last) {
    CheckConditions();
    MakeShadows();
  }
  RestoreEntries(last);
  if (last && GetSettings().poison)
    PoisonBlocks();
  ComputeDerived(last);
  RestoreNumbers();
  if (!last)
    return;
  RestoreObjects();
  CheckReferences();
  RestoreThreads(Chosen().threads);
  Finish();
}

namespace {

// Where a variable of a call that has ended lay: the runtime's own variables do now. The loop may have been left by
// then.
bool IsOfEndedCall(const char* address, const void* frame) {
  constexpr std::uintptr_t kLargestStack = std::uintptr_t{1} << 26U;
  const auto below = reinterpret_cast<std::uintptr_t>(frame) - reinterpret_cast<std::uintptr_t>(address);
  return below != 0 && below <= kLargestStack;
}

// Pointers of restored state that lead into the shadow now lead to the static.
void Redirect(const Binding& from, char* to, const void* frame) {
  RefreshBlocks();
  const Walk walk(Walk::Mode::Lenient);
  for (const auto& [number, object] : walk.objects()) {
    if (object.region < 0 || object.kind == ObjectKind::Hidden || object.IsApart())
      continue;
    const detrain_region& region = RegionAt(static_cast<std::uint32_t>(object.region));
    if (region.kind == DETRAIN_VARIABLE && IsOfEndedCall(object.address, frame))
      continue;
    for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
      const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
      if (leaf.dtype != DETRAIN_PTR || !IsWritten(leaf))
        continue;
      const Layout l = LayoutOf(region, leaf, object.size);
      ForEachRun(object.address, l, leaf, [&](char* run, const std::uint64_t*) {
        for (std::uint64_t k = 0; k < l.run && IsPresent(leaf, run); ++k) {
          char* pointer = nullptr;
          std::memcpy(&pointer, run + k * sizeof pointer, sizeof pointer);
          if (pointer < from.address || pointer > from.address + from.size)
            continue;
          pointer = to + (pointer - from.address);
          std::memcpy(run + k * sizeof pointer, &pointer, sizeof pointer);
        }
      });
    }
  }
}

}  // namespace

void RestoreLate(std::uint32_t index, const Binding& shadow, const void* frame) {
  const detrain_region& region = RegionAt(index);
  char* const address = BindingOf(index).address;
  HostBytes bytes(address, shadow.size, BindingOf(index).is_apart);
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
    if (!IsWritten(leaf) || region.is_const != 0)
      continue;
    const Layout l = LayoutOf(region, leaf, shadow.size);
    ForEachRun(shadow.address, l, leaf, [&](const char* run, const std::uint64_t*) {
      CopyBits(leaf, bytes.data() + (run - shadow.address), run,
               static_cast<std::size_t>(l.run) * ScalarSize(leaf.dtype));
    });
  }
  Redirect(shadow, address, frame);
  std::free(shadow.address);
}

}  // namespace detrain::runtime
