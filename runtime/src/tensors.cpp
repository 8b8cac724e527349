// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tensors.h"

#include <cstring>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "bindings.h"
#include "cxx_streams.h"
#include "device_memory.h"
#include "fail.h"
#include "fixed_heap.h"
#include "freed.h"
#include "hash.h"
#include "objects.h"
#include "resting.h"

namespace detrain::runtime {

const char* DtypeName(std::uint8_t dtype) {
  static constexpr const char* kNames[] = {"BOOL", "I8",   "U8",  "I16", "U16", "I32", "U32", "I64", "U64",
                                           "F16",  "BF16", "F32", "F64", "U8",  "I64", "I64", "I32", "U8"};
  static_assert(sizeof kNames / sizeof *kNames == DETRAIN_BYTES + 1);
  if (IsCxxStream(dtype))
    return "I64";
  return kNames[dtype <= DETRAIN_BYTES ? dtype : static_cast<std::uint8_t>(DETRAIN_BYTES)];
}

std::size_t DtypeAlignment(const char* dtype) {
  if (std::strstr(dtype, "64") != nullptr)
    return 8;
  if (std::strstr(dtype, "32") != nullptr)
    return 4;
  return std::strstr(dtype, "16") != nullptr ? 2 : 1;
}

const char* PersistenceName(std::uint8_t persistence) {
  static constexpr const char* kNames[] = {"dead",   "invariant", "counter", "derived", "carried",
                                           "stream", "cursor",    "log",     "image"};
  return persistence <= DETRAIN_IMAGE ? kNames[persistence] : "unknown";
}

namespace {

bool IsReference(std::uint8_t dtype) {
  return dtype == DETRAIN_PTR || dtype == DETRAIN_FILE;
}

// Bytes of a scalar in a tensor.
std::size_t SavedSize(std::uint8_t dtype) {
  if (IsCxxStream(dtype))
    return sizeof(CxxStreamState);
  return IsReference(dtype) ? 2 * sizeof(std::int64_t) : ScalarSize(dtype);
}

// A static that no code has registered in this process: what no step writes is not in its shadow.
bool IsInShadow(const Object& object, const detrain_region& region) {
  return region.kind == DETRAIN_VARIABLE && BindingOf(static_cast<std::uint32_t>(object.region)).shadow;
}

}  // namespace

std::size_t TensorSize(const detrain_leaf& leaf, const Layout& layout) {
  return static_cast<std::size_t>(layout.Scalars()) * SavedSize(leaf.dtype);
}

namespace {

class Gatherer {
 public:
  Gatherer(Walk& walk, bool invariants, bool strict, bool hashed)
      : walk_(walk), invariants_(invariants), strict_(strict), hashed_(hashed) {}

  std::vector<Tensor> Run() {
    std::vector<const Object*> objects;
    for (const auto& [number, object] : walk_.objects()) {
      objects.push_back(&object);
      ++objects_of_[object.region];
    }
    for (const Object* object : objects) {
      if (object->region >= 0)
        AddObject(*object);
    }
    if (hashed_)
      HashAll();
    AddFolded();
    return std::move(tensors_);
  }

 private:
  void AddObject(const Object& object);
  void AddTail(const Object& object, const detrain_region& region);
  void AddLeaf(const Object& object, const detrain_region& region, std::uint32_t index);
  void AddParts(const Object& object, const detrain_leaf& leaf, std::uint32_t index, const Layout& l);
  void AddBytes(Tensor& tensor, const Object& object, const detrain_leaf& leaf, const Layout& l);
  void AddReferences(Tensor& tensor, const Object& object, const detrain_leaf& leaf, const Layout& l);
  CxxStreamState StateOf(const detrain_leaf& leaf, char* stream);
  void AddStreams(Tensor& tensor, const Object& object, const detrain_leaf& leaf, const Layout& l);
  void Fold(Tensor tensor, const Object& object);
  void AddFolded();
  void HashAll();
  void Finish(Tensor tensor, const Object& object);

  Walk& walk_;
  bool invariants_;
  bool strict_;
  bool hashed_;
  std::vector<Tensor> tensors_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::int64_t, std::size_t> objects_of_;  // by region
  std::set<const void*> shared_;                              // by objects of libraries
  struct Folded {
    Tensor tensor;
    Hasher hasher;
  };
  std::map<std::uint32_t, Folded> folded_;  // by leaf
};

// Of more blocks that rest one hash is kept.
constexpr std::size_t kFewBlocks = 64;

// The first brackets of the path take the object's indices; those that are left stand for the tensor's own dimensions.
// Indices without brackets have no place in a name: another pointer named the object's entry, and Finish tells apart.
std::string FillIn(const std::string& path, const std::vector<std::uint64_t>& indices) {
  std::string name;
  std::size_t from = 0;
  for (const std::uint64_t index : indices) {
    const std::size_t brackets = path.find("[]", from);
    if (brackets == std::string::npos)
      break;
    name += path.substr(from, brackets - from) + "[" + std::to_string(index) + "]";
    from = brackets + 2;
  }
  return name + path.substr(from);
}

std::vector<std::uint64_t> Shape(const detrain_region& region, const detrain_leaf& leaf, const Layout& l) {
  std::vector<std::uint64_t> shape;
  const bool array = region.kind == DETRAIN_HEAP && leaf.count != 0 && l.element_size == region.element_size;
  if (array || l.elements > 1)
    shape.push_back(l.elements);
  for (const std::uint64_t extent : l.outer) {
    if (extent > 1)
      shape.push_back(extent);
  }
  if (leaf.count != 1)
    shape.push_back(l.run);
  if (leaf.dtype == DETRAIN_F80)
    shape.push_back(16);
  if (leaf.dtype == DETRAIN_SHORT_TEXT)
    shape.push_back(kShortText);
  if (IsReference(leaf.dtype))
    shape.push_back(2);
  if (IsCxxStream(leaf.dtype))
    shape.push_back(sizeof(CxxStreamState) / sizeof(std::int64_t));
  return shape;
}

void Gatherer::AddObject(const Object& object) {
  const detrain_region& region = RegionAt(static_cast<std::uint32_t>(object.region));
  bool written = false;
  bool to_the_end = false;
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
    written = written || IsWritten(leaf);
    to_the_end = to_the_end || leaf.count == 0;
    AddLeaf(object, region, region.first_leaf + i);
  }
  if (object.kind == ObjectKind::Heap && written && !to_the_end)
    AddTail(object, region);
}

void Gatherer::AddTail(const Object& object, const detrain_region& region) {
  const std::size_t rest = region.element_size == 0 ? 0 : (object.size - region.header) % region.element_size;
  if (rest == 0)
    return;
  Tensor tensor;
  tensor.name = FillIn(region.path, object.indices) + "..tail";
  tensor.path = region.path;
  tensor.leaf = kTailLeaf;
  tensor.dtype = "U8";
  tensor.persistence = PersistenceName(DETRAIN_CARRIED);
  tensor.shape = {rest};
  tensor.bytes = object.address + object.size - rest;
  tensor.size = rest;
  tensor.is_apart = object.IsApart();
  Finish(std::move(tensor), object);
}

namespace {

// The objects of a leaf are numbered; the brackets that are left in its path take the number.
std::string NameOfElement(const detrain_leaf& leaf, const Object& object, std::uint64_t element) {
  std::string name = FillIn(leaf.path, object.indices);
  const std::size_t brackets = name.find("[]");
  if (brackets != std::string::npos)
    name.replace(brackets, 2, "[" + std::to_string(element) + "]");
  return name;
}

}  // namespace

// What an object of a library holds, one tensor a part. Objects that share memory hold it once: the first that is met.
void Gatherer::AddParts(const Object& object, const detrain_leaf& leaf, std::uint32_t index, const Layout& l) {
  std::uint64_t element = 0;
  ForEachRun(object.View(), l, leaf, [&](char* at, const std::uint64_t*) {
    const std::string name = NameOfElement(leaf, object, element);
    for (Part& part : TakeOut(leaf, at, strict_ && IsSaved(leaf), shared_)) {
      Tensor tensor;
      tensor.name = name + part.name;
      tensor.path = leaf.path;
      tensor.part = part.name;
      tensor.element = element;
      tensor.leaf = index;
      tensor.dtype = DtypeName(part.dtype);
      tensor.persistence = PersistenceName(leaf.persistence);
      tensor.shape = std::move(part.shape);
      tensor.size = part.bytes.size();
      tensor.owned = std::move(part.bytes);
      tensor.written = IsWritten(leaf);
      Finish(std::move(tensor), object);
    }
    ++element;
  });
}

void Gatherer::AddLeaf(const Object& object, const detrain_region& region, std::uint32_t index) {
  const detrain_leaf& leaf = LeafAt(index);
  const bool written = IsWritten(leaf);
  const bool hashed = invariants_ && leaf.persistence == DETRAIN_INVARIANT && !IsInShadow(object, region);
  if (!written && !hashed)
    return;
  const Layout l = LayoutOf(region, leaf, object.size);
  if (IsObject(leaf))
    return AddParts(object, leaf, index, l);
  Tensor tensor;
  // A block that never changes is known by its number where there are others: the pointer that leads to it may be moved
  // to another index, or lead to another block.
  const bool stays = !written && object.kind == ObjectKind::Heap && object.block.seal != kNotSealed;
  const bool folds = stays && hashed_ && objects_of_[object.region] > kFewBlocks;
  tensor.name = IsReference(leaf.dtype) && leaf.names_object != 0 ? "&" : "";
  if (!folds)
    tensor.name += stays && (!object.indices.empty() || objects_of_[object.region] > 1)
                       ? leaf.path + ("@" + std::to_string(object.number))
                       : FillIn(leaf.path, object.indices);
  tensor.path = leaf.path;
  tensor.leaf = index;
  tensor.dtype = DtypeName(leaf.dtype);
  tensor.persistence = PersistenceName(leaf.persistence);
  tensor.shape = Shape(region, leaf, l);
  tensor.size = TensorSize(leaf, l);
  tensor.written = written;
  if (IsReference(leaf.dtype) || leaf.dtype == DETRAIN_FD) {
    AddReferences(tensor, object, leaf, l);
  } else if (IsCxxStream(leaf.dtype)) {
    AddStreams(tensor, object, leaf, l);
  } else {
    AddBytes(tensor, object, leaf, l);
  }
  if (folds)
    Fold(std::move(tensor), object);
  else
    Finish(std::move(tensor), object);
}

// How much of it has a value; the rest is whatever was there.
std::size_t UsedOf(std::uint8_t dtype, const char* at, std::size_t size) {
  if (dtype == DETRAIN_F80)
    return 10;
  if (dtype != DETRAIN_SHORT_TEXT)
    return size;
  const char* text = nullptr;
  std::uint64_t length = 0;
  std::memcpy(&text, at - sizeof text - sizeof length, sizeof text);
  std::memcpy(&length, at - sizeof length, sizeof length);
  if (text != at)
    return sizeof length;  // the capacity
  return length < kShortText ? static_cast<std::size_t>(length) + 1 : kShortText;
}

void AddScalars(Tensor& tensor, std::uint8_t dtype, const char* at, std::size_t size) {
  const std::size_t used = UsedOf(dtype, at, size);
  tensor.owned.insert(tensor.owned.end(), at, at + used);
  tensor.owned.resize(tensor.owned.size() + size - used);
}

// Kernels of ours need not see CUDA's constant memory by its address.
bool MayBeConstant(const Object& object) {
  constexpr std::size_t kLargestConstant = 65536;
  return object.kind == ObjectKind::Variable && object.size <= kLargestConstant;
}

void Gatherer::AddBytes(Tensor& tensor, const Object& object, const detrain_leaf& leaf, const Layout& l) {
  const std::size_t run = static_cast<std::size_t>(l.run) * ScalarSize(leaf.dtype);
  const bool one_piece = l.outer[0] == 1 && l.outer[1] == 1 && (l.elements == 1 || run == l.element_size);
  const bool has_rest = leaf.dtype == DETRAIN_F80 || leaf.dtype == DETRAIN_SHORT_TEXT;
  if (one_piece && !has_rest && FlagsOf(leaf) == 0 && leaf.bits == 0) {
    const std::size_t at = l.header + leaf.offset;
    tensor.bytes = object.address + at;
    tensor.is_apart = object.IsApart() && !MayBeConstant(object);
    if (object.IsApart() && !tensor.is_apart)
      tensor.owned.assign(object.View() + at, object.View() + at + tensor.size);
    return;
  }
  tensor.owned.reserve(tensor.size);
  ForEachRun(object.View(), l, leaf, [&](const char* at, const std::uint64_t*) {
    if (!IsPresent(leaf, at))
      return tensor.owned.resize(tensor.owned.size() + run);
    if (leaf.bits != 0) {
      tensor.owned.resize(tensor.owned.size() + run);
      return CopyBits(leaf, tensor.owned.data() + tensor.owned.size() - run, at, run);
    }
    for (std::size_t k = 0; k < run; k += has_rest ? 16 : run)
      AddScalars(tensor, leaf.dtype, at + k, has_rest ? 16 : run);
  });
}

void Gatherer::AddReferences(Tensor& tensor, const Object& object, const detrain_leaf& leaf, const Layout& l) {
  const bool must = strict_ && IsSaved(leaf);
  const auto put = [&](const void* bytes, std::size_t size) {
    tensor.owned.insert(tensor.owned.end(), static_cast<const char*>(bytes), static_cast<const char*>(bytes) + size);
  };
  ForEachRun(object.View(), l, leaf, [&](const char* run, const std::uint64_t*) {
    for (std::uint64_t k = 0; k < l.run; ++k) {
      if (leaf.dtype == DETRAIN_FD) {
        int fd = -1;
        std::memcpy(&fd, run + k * sizeof fd, sizeof fd);
        walk_.LocateDescriptor(fd, must, leaf.path);
        put(&fd, sizeof fd);
        continue;
      }
      void* pointer = nullptr;
      if (object.IsUsed(run + k * sizeof pointer) && IsPresent(leaf, run))
        std::memcpy(&pointer, run + k * sizeof pointer, sizeof pointer);
      Location at = leaf.dtype == DETRAIN_FILE ? walk_.LocateFile(static_cast<FILE*>(pointer), must, leaf.path)
                                               : walk_.Locate(pointer, must, leaf);
      // A handle that is only hashed is the same wherever its file stands.
      if (leaf.dtype == DETRAIN_FILE && !IsSaved(leaf))
        at.offset = 0;
      put(&at.object, sizeof at.object);
      put(&at.offset, sizeof at.offset);
    }
  });
}

CxxStreamState Gatherer::StateOf(const detrain_leaf& leaf, char* stream) {
  const bool must = strict_ && IsSaved(leaf);
  CxxStreamState s = DescribeCxxStream(leaf.dtype, stream);
  const std::string why = must ? WhyNoPlace(leaf.dtype, stream) : "";
  if (!why.empty())
    Fail(std::string(leaf.path) + ": " + why);
  if (IsCin(stream))
    return s;
  const Location at = walk_.LocateFile(FileUnder(leaf.dtype, stream), must, leaf.path);
  s.file = at.object;
  s.position = IsSaved(leaf) ? at.offset : 0;
  return s;
}

void Gatherer::AddStreams(Tensor& tensor, const Object& object, const detrain_leaf& leaf, const Layout& l) {
  ForEachRun(object.address, l, leaf, [&](char* run, const std::uint64_t*) {
    for (std::uint64_t k = 0; k < l.run; ++k) {
      char* stream = run + k * ScalarSize(leaf.dtype);
      const CxxStreamState s = StateOf(leaf, stream);
      const char* bytes = reinterpret_cast<const char*>(&s);
      tensor.owned.insert(tensor.owned.end(), bytes, bytes + sizeof s);
    }
  });
}

// Objects come by their number, so the order is the same in all runs.
void Gatherer::Fold(Tensor tensor, const Object& object) {
  if (!tensor.owned.empty())
    tensor.bytes = tensor.owned.data();
  HashTensor(tensor);
  const std::uint64_t piece[] = {static_cast<std::uint64_t>(object.number), tensor.size, tensor.hash};
  const auto leaf = static_cast<std::uint32_t>(tensor.leaf);
  const auto [at, is_new] = folded_.try_emplace(leaf);
  at->second.hasher.Add(piece, sizeof piece);
  Tensor& all = at->second.tensor;
  const std::size_t size = all.size + tensor.size;
  const std::uint64_t blocks = is_new ? 1 : all.blocks + 1;
  if (is_new)
    all = std::move(tensor);
  all.size = size;
  all.blocks = blocks;
}

// How many there are belongs to the name: some may have been freed at another boundary, and what is left is no change.
void Gatherer::AddFolded() {
  for (auto& [leaf, folded] : folded_) {
    Tensor& tensor = folded.tensor;
    tensor.name += tensor.path + " (" + std::to_string(tensor.blocks) + " blocks)";
    tensor.shape = {tensor.blocks};
    tensor.owned = {};
    tensor.bytes = nullptr;
    tensor.is_apart = false;
    tensor.hash = folded.hasher.Value();
    tensors_.push_back(std::move(tensor));
  }
}

void Gatherer::HashAll() {
  std::vector<Tensor*> all;
  for (Tensor& tensor : tensors_)
    all.push_back(&tensor);
  HashTensors(all);
}

void Gatherer::Finish(Tensor tensor, const Object& object) {
  tensor.object = object.number;
  if (!names_.insert(tensor.name).second) {
    tensor.name += "@" + std::to_string(object.number);
    names_.insert(tensor.name);
  }
  if (!tensor.owned.empty())
    tensor.bytes = tensor.owned.data();
  tensors_.push_back(std::move(tensor));
  // A vector's storage moves with it, so `bytes` stays right.
}

}  // namespace

std::vector<Tensor> Gather(Walk& walk, bool invariants, bool strict, bool hashed) {
  return Gatherer(walk, invariants, strict, hashed).Run();
}

void BringToHost(Tensor& tensor) {
  if (!tensor.is_apart)
    return;
  tensor.owned.resize(tensor.size);
  ReadDevice(tensor.owned.data(), tensor.bytes, tensor.size);
  tensor.bytes = tensor.owned.data();
  tensor.is_apart = false;
}

namespace {

void HashOnHost(Tensor& tensor) {
  if (tensor.hashed)
    return;
  BringToHost(tensor);
  const bool rests = !tensor.written && tensor.owned.empty();
  tensor.hash = rests ? HashOfResting(tensor.bytes, tensor.size) : Hash(tensor.bytes, tensor.size);
  tensor.hashed = true;
}

}  // namespace

void HashTensors(const std::vector<Tensor*>& tensors) {
  std::vector<Tensor*> apart;
  std::vector<detrain_piece> pieces;
  for (Tensor* tensor : tensors) {
    if (tensor->hashed || !tensor->is_apart || tensor->size <= kShortOnDevice)
      continue;
    apart.push_back(tensor);
    pieces.push_back({tensor->bytes, tensor->size, 0});
  }
  if (!pieces.empty() && HashOnDevice(pieces)) {
    for (std::size_t i = 0; i < apart.size(); ++i) {
      apart[i]->hash = pieces[i].hash;
      apart[i]->hashed = true;
    }
  }
  for (Tensor* tensor : tensors)
    HashOnHost(*tensor);
}

void HashTensor(Tensor& tensor) {
  HashTensors({&tensor});
}

namespace {

void PlaceStream(const detrain_leaf& leaf, char* at, const char* bytes, const Translation& translation) {
  CxxStreamState s;
  std::memcpy(&s, bytes, sizeof s);
  RestoreCxxStream(leaf.dtype, at, s, s.file <= 0 ? nullptr : translation.file({s.file, s.position}));
}

bool PlaceReference(const detrain_leaf& leaf, char* at, const char* bytes, const Translation& translation) {
  Location location;
  std::memcpy(&location.object, bytes, sizeof location.object);
  std::memcpy(&location.offset, bytes + sizeof location.object, sizeof location.offset);
  if (location.object == kUnknown)
    return true;  // when it was saved, and nobody needs it
  void* value = nullptr;
  if (location.object == kFreed) {
    value = AddressOfFreed(location.offset);
  } else if (location.object == kPlaceInHeap) {
    value = reinterpret_cast<void*>(kHeapBase + static_cast<std::uintptr_t>(location.offset));
  } else if (location.object != kNull && leaf.dtype == DETRAIN_FILE) {
    FILE* stream = nullptr;
    if (!translation.stream(location, stream))
      return false;
    value = stream;
  } else if (location.object != kNull) {
    char* pointer = nullptr;
    if (!translation.pointer(location, pointer))
      return false;
    value = pointer;
  }
  std::memcpy(at, &value, sizeof value);
  return true;
}

}  // namespace

bool Scatter(const detrain_leaf& leaf, const Layout& l, char* object, const char* bytes,
             const Translation& translation) {
  const std::size_t scalar = ScalarSize(leaf.dtype);
  const std::size_t saved = SavedSize(leaf.dtype);
  bool complete = true;
  ForEachRun(object, l, leaf, [&](char* run, const std::uint64_t*) {
    if (!IsPresent(leaf, run)) {  // what is in its place is another leaf's
      bytes += l.run * saved;
      return;
    }
    const bool is_stream = IsCxxStream(leaf.dtype);
    if (!IsReference(leaf.dtype) && leaf.dtype != DETRAIN_FD && !is_stream) {
      CopyBits(leaf, run, bytes, static_cast<std::size_t>(l.run) * scalar);
      bytes += l.run * scalar;
      return;
    }
    for (std::uint64_t k = 0; k < l.run; ++k, bytes += saved) {
      if (leaf.dtype == DETRAIN_FD) {
        int fd = -1;
        std::memcpy(&fd, bytes, sizeof fd);
        fd = translation.descriptor(fd);
        std::memcpy(run + k * scalar, &fd, sizeof fd);
      } else if (is_stream) {
        PlaceStream(leaf, run + k * scalar, bytes, translation);
      } else {
        complete = PlaceReference(leaf, run + k * scalar, bytes, translation) && complete;
      }
    }
  });
  return complete;
}

}  // namespace detrain::runtime
