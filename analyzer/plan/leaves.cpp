// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalars of a type.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "analyzer/plan/bits.h"
#include "analyzer/plan/layout.h"

namespace detrain::plan {

namespace {

// What threads lock and wait for is the host's: the code before the loop has made it, and nobody holds it or is counted
// in it where a restore may touch it.
bool IsOfThreads(const rir::Type& type) {
  static const std::set<std::string> kNames = {"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t",
                                               "pthread_barrier_t", "pthread_attr_t"};
  return type.kind == rir::TypeKind::Handle && kNames.contains(type.name);
}

const rir::Field* Member(const rir::Type& record, std::string_view name) {
  const auto found = std::ranges::find(record.fields, name, &rir::Field::name);
  return found == record.fields.end() ? nullptr : &*found;
}

// The catalog calls a container's pointer to its block as the container, and what delimits the part in use `begin` and
// `end`: pointers into the block, or iterators that hold one (`node`) and one into the block it leads to.
struct UsedBlock {
  const rir::Field* block = nullptr;  // the pointer to it; null: no container
  Used used;
};

Used FromPointers(const rir::Field& block, const rir::Field& end) {
  Used used;
  used.end = static_cast<std::int64_t>(end.offset) - static_cast<std::int64_t>(block.offset);
  return used;
}

std::optional<Used> FromIterators(const rir::Module& module, const rir::Field& block, const rir::Field* begin,
                                  const rir::Field& end) {
  const rir::Field* const node = Member(module.types[end.type], "node");
  const rir::Field* const inner = Member(module.types[end.type], "");
  if (begin == nullptr || begin->type != end.type || node == nullptr || inner == nullptr)
    return std::nullopt;
  const auto from = [&](std::uint64_t offset) {
    return static_cast<std::int64_t>(offset) - static_cast<std::int64_t>(block.offset);
  };
  return Used{from(begin->offset + node->offset), from(end.offset + node->offset), module.types[block.type].size,
              from(begin->offset + inner->offset), from(end.offset + inner->offset)};
}

UsedBlock FindUsedBlock(const rir::Module& module, const rir::Type& record) {
  const rir::Field* const block = Member(record, "");
  const rir::Field* const end = Member(record, "end");
  if (block == nullptr || end == nullptr || module.types[block->type].kind != rir::TypeKind::Pointer)
    return {};
  if (end->type == block->type)
    return {block, FromPointers(*block, *end)};
  const std::optional<Used> used = FromIterators(module, *block, Member(record, "begin"), *end);
  return used ? UsedBlock{block, *used} : UsedBlock{};
}

// A string of characters of one byte keeps a short text in itself, behind the pointer to it and its length.
bool IsShortText(const rir::Module& module, const rir::Type& record, const rir::Field& field) {
  const rir::Field* const size = Member(record, "size");
  return field.name == "short" && record.name.starts_with("std::basic_string<char") && size != nullptr &&
         size->offset == 8 && field.offset == 16 && module.types[field.type].size == 16;
}

// Arrays of records around a scalar, outermost first: how many, and how many bytes apart.
using Outer = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
constexpr std::size_t kMaxOuter = std::size(decltype(Leaf::outer_count){});

// The flag of an object that is there or not, in the record around it and its room; null: no such record.
const rir::Field* FlagOf(const rir::Module& module, const rir::Type& record) {
  const rir::Field* const room = Member(record, "");
  const bool is_told =
      record.name.starts_with("std::_Optional_payload_base<") && room != nullptr && !module.types[room->type].is_union;
  return is_told ? Member(record, "has_value") : nullptr;
}

void AddFlag(NamedLeaf& leaf, std::uint64_t at, std::uint32_t is) {
  leaf.leaf.present.push_back({static_cast<std::int64_t>(at) - static_cast<std::int64_t>(leaf.leaf.offset), is});
}

// What a std::variant may hold, in the order of its index.
struct Variant {
  const rir::Field* room = nullptr;
  const rir::Field* index = nullptr;
  std::vector<rir::TypeId> alternatives;  // empty: it is none, or the library has it in another form
};

// What is in an alternative's room: the library may have it in a union of its own.
rir::TypeId ContentOf(const rir::Module& module, rir::TypeId room) {
  const rir::Field* const inner = Member(module.types[room], "");
  const rir::Field* const content = inner == nullptr ? nullptr : Member(module.types[inner->type], "_M_storage");
  return content == nullptr || module.types[inner->type].is_union ? room : content->type;
}

Variant VariantOf(const rir::Module& module, const rir::Type& record) {
  Variant variant{Member(record, ""), Member(record, "index"), {}};
  const bool is_known = record.name.starts_with("std::__detail::__variant::_Variant_storage<") &&
                        variant.room != nullptr && variant.index != nullptr &&
                        module.types[variant.room->type].is_union && module.types[variant.index->type].size == 1;
  const rir::Type* part = is_known ? &module.types[variant.room->type] : nullptr;
  while (part != nullptr) {
    const rir::Field* const first = Member(*part, "_M_first");
    const rir::Field* const rest = Member(*part, "_M_rest");
    if (first != nullptr)
      variant.alternatives.push_back(ContentOf(module, first->type));
    part = rest == nullptr ? nullptr : &module.types[rest->type];
  }
  return variant;
}

// Whether a flag may tell if what is in such a leaf is there: bytes of which nobody knows what they are might hold
// pointers, files are opened and closed.
bool CanBeAbsent(const NamedLeaf& n) {
  static const std::set<DType> kScalars = {DType::Bool, DType::I8,  DType::U8,  DType::I16, DType::U16,
                                           DType::I32,  DType::U32, DType::I64, DType::U64, DType::F16,
                                           DType::BF16, DType::F32, DType::F64, DType::F80, DType::Ptr};
  return (n.is_short_text || kScalars.contains(n.leaf.dtype)) && n.leaf.present.size() < kMaxFlags;
}

struct Walker {
  const rir::Module& module;
  std::vector<NamedLeaf>& out;

  // Emits the scalars of a type. `outer` are the arrays of records around it.
  void Walk(rir::TypeId type, std::uint64_t offset, std::uint64_t key, const std::string& path, Outer outer) {
    const rir::Type& t = module.types[type];
    if (IsEmpty(module, type))
      return;
    if (t.kind == rir::TypeKind::Record && !t.is_union && !t.fields.empty()) {
      const UsedBlock container = FindUsedBlock(module, t);
      const rir::Field* const flag = FlagOf(module, t);
      const Variant variant = VariantOf(module, t);
      const bool has_bits = std::ranges::any_of(t.fields, [](const rir::Field& f) { return f.bit_width != 0; });
      for (const auto& f : t.fields) {
        if (&f == variant.room && WalkVariant(variant, offset, key, path, outer))
          continue;
        const bool is_detail = f.name.empty() || f.name == kElement;
        const std::size_t before = out.size();
        if (f.bit_width != 0)
          WalkBits(t, f, offset, key + f.offset, path + "." + f.name, outer);
        else
          Walk(f.type, offset + f.offset, key + f.offset, is_detail ? path : path + "." + f.name, outer);
        if (has_bits)
          KeyByUnits(t, &f, key, before);
        for (std::size_t k = before; k < out.size() && IsShortText(module, t, f); ++k)
          out[k].is_short_text = true;
        for (std::size_t k = before; k < out.size() && flag != nullptr && &f != flag; ++k)
          AddFlag(out[k], offset + flag->offset, 0);
        for (std::size_t k = before; k < out.size() && container.block != nullptr; ++k) {
          out[k].delimits = &f != container.block;
          if (&f == container.block)
            out[k].leaf.used = container.used;
        }
      }
      return;
    }
    if (t.kind == rir::TypeKind::Array && t.element != rir::kNone && DTypeOf(module, t.element) == DType::Object) {
      outer.emplace_back(t.count.value_or(0), module.types[t.element].size);
      return Emit(t.element, offset, key, path + "[]", 1, "", outer);
    }
    if (t.kind == rir::TypeKind::Array && t.element != rir::kNone) {
      const rir::Type& e = module.types[t.element];
      const std::uint64_t count = t.count.value_or(0);
      if ((e.kind == rir::TypeKind::Record && !e.is_union && !e.fields.empty()) || e.kind == rir::TypeKind::Array) {
        if (e.kind == rir::TypeKind::Array) {  // a matrix is one run of scalars
          std::uint64_t total = count;
          const rir::Type* inner = &e;
          rir::TypeId scalar = t.element;
          while (inner->kind == rir::TypeKind::Array && inner->element != rir::kNone) {
            total *= inner->count.value_or(0);
            scalar = inner->element;
            inner = &module.types[scalar];
          }
          if (inner->kind != rir::TypeKind::Record)
            return Emit(scalar, offset, key, path, total, "[" + std::to_string(total) + "]", outer);
        }
        outer.emplace_back(count, e.size);
        Walk(t.element, offset, key, path + "[]", outer);
        return;
      }
      Emit(t.element, offset, key, path, count, "[" + std::to_string(count) + "]", outer);
      return;
    }
    Emit(type, offset, key, path, 1, "", outer);
  }

  void WalkBits(const rir::Type& record, const rir::Field& field, std::uint64_t offset, std::uint64_t key,
                const std::string& path, const Outer& outer) {
    for (const BitRun& run : RunsOf(module, record, field)) {
      const std::size_t before = out.size();
      Emit(field.type, offset + run.offset, key, path, 1, "", outer);
      for (std::size_t k = before; k < out.size(); ++k) {
        out[k].leaf.bits = run.bits;
        if (run.bytes != module.types[field.type].size) {
          out[k].leaf.dtype = DType::U8;
          out[k].leaf.count = run.bytes;
        }
      }
    }
  }

  // To Engine::LeafAt a place in several members is the last one's, and a bit-field is its unit, in which others lie.
  void KeyByUnits(const rir::Type& record, const rir::Field* field, std::uint64_t key, std::size_t from) {
    for (; from < out.size(); ++from) {
      const std::uint64_t at = out[from].key - key;
      for (const rir::Field* f = field; f != record.fields.data() + record.fields.size(); ++f)
        if (f->bit_width != 0 && f->offset <= at && at < f->offset + module.types[f->type].size) {
          out[from].key = key + f->offset;
          out[from].is_in_unit = true;
        }
    }
  }

  // The scalars of each alternative, which lie in one place: `get<1>` is what C++ calls the second one. False: it is a
  // run of bytes to the plan.
  bool WalkVariant(const Variant& variant, std::uint64_t offset, std::uint64_t key, const std::string& path,
                   const Outer& outer) {
    std::vector<NamedLeaf> leaves;
    for (std::uint32_t i = 0; i < variant.alternatives.size(); ++i) {
      const std::size_t before = leaves.size();
      Walker{module, leaves}.Walk(variant.alternatives[i], offset + variant.room->offset, 0,
                                  path + ".get<" + std::to_string(i) + ">", outer);
      if (!std::all_of(leaves.begin() + static_cast<std::ptrdiff_t>(before), leaves.end(), CanBeAbsent))
        return false;
      for (std::size_t k = before; k < leaves.size(); ++k)
        AddFlag(leaves[k], offset + variant.index->offset, i + 1);
    }
    for (NamedLeaf& leaf : leaves) {
      leaf.key = key + variant.room->offset;
      leaf.is_alternative = true;
      out.push_back(std::move(leaf));
    }
    return !leaves.empty();
  }

  // Of arrays within each other, those that follow one another without a gap count as one.
  static Outer Joined(Outer outer) {
    for (std::size_t i = 0; i + 1 < outer.size() && outer.size() > kMaxOuter;) {
      const auto [count, stride] = outer[i + 1];
      if (outer[i].second == count * stride) {
        outer[i] = {outer[i].first * count, stride};
        outer.erase(outer.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      } else {
        ++i;
      }
    }
    return outer;
  }

  void Emit(rir::TypeId scalar, std::uint64_t offset, std::uint64_t key, const std::string& path, std::uint64_t count,
            const std::string& suffix, const Outer& around, std::uint64_t copies = 1) {
    if (scalar != rir::kNone && IsOfThreads(module.types[scalar]))
      return;
    const Outer outer = Joined(around);
    if (outer.size() > kMaxOuter) {  // deeper than the runtime's leaf can say: one leaf for each outermost element
      const Outer rest(outer.begin() + 1, outer.end());
      for (std::uint64_t i = 0; i < outer[0].first; ++i)
        Emit(scalar, offset + i * outer[0].second, key, path, count, suffix, rest, copies * outer[0].first);
      return;
    }
    NamedLeaf n;
    n.key = key;
    n.type = scalar;
    n.type_text = ScalarText(module, scalar) + suffix;
    n.copies = copies;
    n.leaf.path = path;
    n.leaf.offset = offset;
    n.leaf.count = count;
    n.leaf.dtype = DTypeOf(module, scalar);
    if (n.leaf.dtype == DType::Object)
      n.leaf.kind = module.types[scalar].name;
    n.leaf.bits = BitsOf(module, scalar);
    if (n.leaf.dtype == DType::Bytes)
      n.leaf.count = std::max<std::uint64_t>(module.types[scalar].size, 1) * count;
    if (n.type_text.starts_with("bytes"))
      n.type_text = "bytes[" + std::to_string(n.leaf.count) + "]";
    for (std::size_t i = 0; i < outer.size(); ++i) {
      n.leaf.outer_count[i] = outer[i].first;
      n.leaf.outer_stride[i] = outer[i].second;
    }
    out.push_back(std::move(n));
  }
};

}  // namespace

std::vector<NamedLeaf> LeavesOf(const rir::Module& module, rir::TypeId type, const std::string& path) {
  std::vector<NamedLeaf> leaves;
  Walker walker{module, leaves};
  if (IsEmpty(module, type))
    walker.Emit(type, 0, 0, path, 1, "", {});
  else
    walker.Walk(type, 0, 0, path, {});
  for (NamedLeaf& leaf : leaves)
    if (const auto at = leaf.leaf.path.find("->."); at != std::string::npos)
      leaf.leaf.path.replace(at, 3, "->");
  return leaves;
}

namespace {

// Whether a pointer to the one type may lead to an object of the other, or to a part of it.
bool MayBePartOf(const rir::Module& module, rir::TypeId part, rir::TypeId whole) {
  if (part == rir::kNone || whole == rir::kNone || part == whole || module.types[part].size == 1)
    return true;
  const rir::Type& t = module.types[whole];
  if (t.kind == rir::TypeKind::Array)
    return MayBePartOf(module, part, t.element);
  return t.kind == rir::TypeKind::Record &&
         std::ranges::any_of(t.fields, [&](const rir::Field& f) { return MayBePartOf(module, part, f.type); });
}

// A string's pointer leads to its text, and to nothing else.
bool IsOfText(const std::vector<NamedLeaf>& leaves, const NamedLeaf& pointer) {
  return std::ranges::any_of(leaves, [&](const NamedLeaf& text) {
    return text.is_short_text && text.key == pointer.key && text.leaf.path == pointer.leaf.path + ".short";
  });
}

}  // namespace

bool MayLeadTo(const infer::Engine& engine, const std::vector<NamedLeaf>& leaves, const NamedLeaf& leaf,
               infer::ObjectId target) {
  if (!leaf.is_alternative)
    return true;
  const rir::Module& module = engine.Program();
  const auto fits = [&](const NamedLeaf& n) {
    return n.key == leaf.key && n.leaf.dtype == DType::Ptr &&
           MayBePartOf(module, module.types[n.type].element, engine.objects[target].element);
  };
  const rir::TypeId element = engine.objects[target].element;
  if (IsOfText(leaves, leaf) && element != rir::kNone && module.types[element].size != 1)
    return false;
  return leaf.leaf.dtype == DType::Ptr && (fits(leaf) || std::ranges::none_of(leaves, fits));
}

bool IsEmpty(const rir::Module& module, rir::TypeId type) {
  const rir::Type& t = module.types[type];
  return t.kind == rir::TypeKind::Record && t.size == 1 &&
         std::ranges::all_of(t.fields, [&](const rir::Field& f) { return IsEmpty(module, f.type); });
}

bool IsNode(const rir::Module& module, rir::TypeId type) {
  return module.types[type].kind == rir::TypeKind::Record &&
         std::ranges::any_of(module.types[type].fields, [&](const rir::Field& f) {
           return f.name == kElement || (f.name.empty() && IsNode(module, f.type));
         });
}

bool IsCodePointer(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone || module.types[type].kind != rir::TypeKind::Pointer)
    return false;
  const rir::TypeId pointee = module.types[type].element;
  return pointee != rir::kNone && module.types[pointee].kind == rir::TypeKind::Function;
}

std::string ScalarText(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone)
    return "bytes";
  const rir::Type& t = module.types[type];
  if (t.kind == rir::TypeKind::Pointer) {
    const bool file = t.element != rir::kNone && module.types[t.element].kind == rir::TypeKind::Handle;
    return file ? module.types[t.element].name + "*" : "ptr";
  }
  return t.name.empty() || t.kind == rir::TypeKind::Record ? "bytes" : t.name;
}

bool IsObjectKind(std::string_view name) {
  static const std::set<std::string_view> kKinds = {
      "torch::Tensor",       "torch::Tensors",          "torch::Module",  "torch::ModuleHolder",
      "torch::Optimizer",    "torch::OptimizerPointer", "torch::Sampler", "torch::DataLoaderPointer",
      "torch::DataIterator", "torch::default_generator"};
  return kKinds.contains(name);
}

DType DTypeOf(const rir::Module& module, rir::TypeId type) {
  if (type == rir::kNone)
    return DType::Bytes;
  const rir::Type& t = module.types[type];
  if (t.kind == rir::TypeKind::Pointer) {
    const bool file = t.element != rir::kNone && module.types[t.element].kind == rir::TypeKind::Handle &&
                      module.types[t.element].name == "FILE";
    return file ? DType::File : DType::Ptr;
  }
  static const std::map<std::string, DType> kNames = {
      {"bool", DType::Bool}, {"i8", DType::I8},   {"u8", DType::U8},   {"i16", DType::I16}, {"u16", DType::U16},
      {"i32", DType::I32},   {"u32", DType::U32}, {"i64", DType::I64}, {"u64", DType::U64}, {"f16", DType::F16},
      {"bf16", DType::BF16}, {"f32", DType::F32}, {"f64", DType::F64}, {"f80", DType::F80}};
  static const std::map<std::string, DType> kStreams = {
      {"std::ifstream", DType::Ifstream},     {"std::ofstream", DType::Ofstream},
      {"std::fstream", DType::Fstream},       {"std::ostream", DType::Ostream},
      {"std::ostringstream", DType::Ostream}, {"std::istringstream", DType::Ostream},
      {"std::istream", DType::Ostream},       {"std::iostream", DType::Ostream},
      {"std::stringstream", DType::Ostream}};
  if (t.kind == rir::TypeKind::Handle) {
    const auto stream = kStreams.find(t.name);
    if (IsObjectKind(t.name))
      return DType::Object;
    return stream == kStreams.end() ? DType::Bytes : stream->second;
  }
  if (t.kind != rir::TypeKind::Int && t.kind != rir::TypeKind::Float)
    return DType::Bytes;
  auto it = kNames.find(t.name);
  return it == kNames.end() ? DType::Bytes : it->second;
}

}  // namespace detrain::plan
