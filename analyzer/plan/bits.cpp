// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/bits.h"

#include <algorithm>
#include <bit>

namespace detrain::plan {

namespace {

// As many bytes as a number has.
constexpr std::uint64_t kMost = 8;

// The bits from one to just before another one.
std::uint64_t Ones(std::uint64_t from, std::uint64_t to) {
  const auto below = [](std::uint64_t bit) {
    return bit >= 8 * kMost ? ~std::uint64_t{0} : (std::uint64_t{1} << bit) - 1;
  };
  return below(to) & ~below(from);
}

// Of the first bytes of a type: the units of bit-fields, and what members have, in these and elsewhere.
struct Taken {
  std::uint64_t units = 0;
  std::uint64_t used = 0;

  void Add(const Taken& part, std::uint64_t offset) {
    if (offset >= kMost)
      return;
    units |= part.units << 8 * offset;
    used |= part.used << 8 * offset;
  }
};

Taken TakenBy(const rir::Module& module, rir::TypeId type) {
  const rir::Type& t = module.types[type];
  const std::uint64_t bytes = std::min(t.size, kMost);
  Taken taken;
  if (t.kind == rir::TypeKind::Array && t.element != rir::kNone && module.types[t.element].size != 0) {
    const Taken element = TakenBy(module, t.element);
    for (std::uint64_t at = 0; at < bytes; at += module.types[t.element].size)
      taken.Add(element, at);
    return taken;
  }
  if (t.kind != rir::TypeKind::Record || t.fields.empty())
    return {0, Ones(0, 8 * bytes)};
  for (const rir::Field& f : t.fields) {
    const Taken bits{Ones(0, 8 * module.types[f.type].size), Ones(f.bit_offset, f.bit_offset + f.bit_width)};
    taken.Add(f.bit_width == 0 ? TakenBy(module, f.type) : bits, f.offset);
  }
  return taken;
}

}  // namespace

std::vector<BitRun> RunsOf(const rir::Module& module, const rir::Type& record, const rir::Field& field) {
  const std::uint64_t size = module.types[field.type].size;
  const std::uint64_t begin = field.bit_offset, end = begin + field.bit_width;
  const auto run = [&](std::uint64_t at, std::uint64_t bytes) {
    const std::uint64_t bits = Ones(std::max(begin, 8 * at) - 8 * at, std::min(end - 8 * at, 8 * bytes));
    return BitRun{field.offset + at, bytes, bits == Ones(0, 8 * bytes) ? 0 : bits};
  };
  if (size <= kMost && end <= 8 * size && field.offset + size <= record.size)
    return {run(0, size)};
  std::vector<BitRun> runs;
  for (std::uint64_t at = begin / 8; 8 * at < end; at += kMost)
    runs.push_back(run(at, std::min((end - 8 * at + 7) / 8, kMost)));
  return runs;
}

std::uint64_t BitsOf(const rir::Module& module, rir::TypeId scalar) {
  if (scalar == rir::kNone)
    return 0;
  const rir::Type& t = module.types[scalar];
  if (!t.is_union || t.size > kMost || !std::has_single_bit(t.size))
    return 0;
  const Taken taken = TakenBy(module, scalar);
  std::uint64_t bits = Ones(0, 8 * t.size) & ~(taken.units & ~taken.used);
  for (std::uint64_t size = t.size; size < kMost; size *= 2)
    bits |= bits << 8 * size;
  return ~bits == 0 ? 0 : bits;
}

}  // namespace detrain::plan
