// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "free_space.h"

#include <iterator>

namespace detrain::runtime {

void FreeSpace::Add(std::uint64_t place, std::uint64_t size) {
  if (size == 0)
    return;
  by_place_.emplace(place, size);
  by_size_.emplace(size, place);
}

void FreeSpace::Cut(Parts::iterator part, std::uint64_t place, std::uint64_t size) {
  const auto [begin, whole] = *part;
  by_size_.erase({whole, begin});
  by_place_.erase(part);
  Add(begin, place - begin);
  Add(place + size, begin + whole - (place + size));
}

std::optional<std::uint64_t> FreeSpace::Take(std::uint64_t size, std::uint64_t alignment) {
  // A part that is as much larger has an aligned place with room, wherever it begins.
  const std::uint64_t slack = alignment > kGrain ? alignment - kGrain : 0;
  const auto found = by_size_.lower_bound({size + slack, 0});
  if (found == by_size_.end() || size > UINT64_MAX - slack)
    return std::nullopt;
  const std::uint64_t place = slack == 0 ? found->second : (found->second + alignment - 1) / alignment * alignment;
  Cut(by_place_.find(found->second), place, size);
  return place;
}

bool FreeSpace::TakeAt(std::uint64_t place, std::uint64_t size) {
  auto part = by_place_.upper_bound(place);
  if (part == by_place_.begin())
    return false;
  --part;
  const std::uint64_t before = place - part->first;
  if (before > part->second || size > part->second - before)
    return false;
  Cut(part, place, size);
  return true;
}

void FreeSpace::Give(std::uint64_t place, std::uint64_t size) {
  auto after = by_place_.lower_bound(place);
  std::uint64_t begin = place, end = place + size;
  if (after != by_place_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == place) {
      begin = before->first;
      by_size_.erase({before->second, before->first});
      by_place_.erase(before);
    }
  }
  if (after != by_place_.end() && after->first == end) {
    end += after->second;
    by_size_.erase({after->second, after->first});
    by_place_.erase(after);
  }
  Add(begin, end - begin);
}

}  // namespace detrain::runtime
