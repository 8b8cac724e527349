// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cells that an address means. There is one such list for each of a million nodes, most of them short: those lie
// beside one another and not each in a block of its own.
#ifndef DETRAIN_ANALYZER_FLOW_CELLS_H
#define DETRAIN_ANALYZER_FLOW_CELLS_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace detrain::flow {

class Cells {
 public:
  Cells() = default;
  Cells(const Cells& other) : size_(other.size_), here_(other.here_) {
    if (other.heap_ == nullptr)
      return;
    heap_ = std::make_unique_for_overwrite<std::uint32_t[]>(CapacityFor(size_));
    std::copy(other.begin(), other.end(), heap_.get());
  }
  Cells(Cells&& other) noexcept
      : heap_(std::move(other.heap_)), size_(std::exchange(other.size_, 0)), here_(other.here_) {}
  Cells& operator=(Cells other) noexcept {
    heap_ = std::move(other.heap_);
    size_ = other.size_;
    here_ = other.here_;
    return *this;
  }
  ~Cells() = default;

  [[nodiscard]] const std::uint32_t* begin() const { return heap_ != nullptr ? heap_.get() : here_.data(); }
  [[nodiscard]] const std::uint32_t* end() const { return begin() + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  std::uint32_t operator[](std::size_t i) const { return begin()[i]; }
  // NOLINTNEXTLINE(google-explicit-constructor): it is one.
  operator std::span<const std::uint32_t>() const { return {begin(), size_}; }

  [[nodiscard]] bool Holds(std::uint32_t cell) const {
    const std::uint32_t* at = begin();
    const std::uint32_t* const last = end();
    for (; last - at >= kAtOnce; at += kAtOnce) {
      bool is_there = false;  // compilers compare all of these in one or two instructions
      for (std::ptrdiff_t i = 0; i < kAtOnce; ++i)
        is_there |= at[i] == cell;
      if (is_there)
        return true;
    }
    return std::find(at, last, cell) != last;
  }

  void push_back(std::uint32_t cell) {
    if (size_ < kHere) {
      here_[size_++] = cell;
      return;
    }
    if (size_ == kHere || size_ == CapacityFor(size_)) {
      auto grown = std::make_unique_for_overwrite<std::uint32_t[]>(CapacityFor(size_ + 1));
      std::copy(begin(), end(), grown.get());
      heap_ = std::move(grown);
    }
    heap_[size_++] = cell;
  }

 private:
  static constexpr std::uint32_t kHere = 3;
  static constexpr std::ptrdiff_t kAtOnce = 8;

  static std::uint32_t CapacityFor(std::uint32_t size) { return std::max(std::bit_ceil(size), std::uint32_t{8}); }

  std::unique_ptr<std::uint32_t[]> heap_;  // all of them, where they are more than kHere
  std::uint32_t size_ = 0;
  std::array<std::uint32_t, kHere> here_;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as size_ goes
};

}  // namespace detrain::flow

#endif
