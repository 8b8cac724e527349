// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>

#include "analyzer/driver/gate/fingerprint.h"

namespace detrain::driver::gate {
namespace {

constexpr std::size_t kWindow = 100;
constexpr std::uint64_t kBase = 37;
constexpr std::uint32_t kEndOfText = 0xFFFF;

constexpr std::uint64_t Power(std::uint64_t base, std::size_t exponent) {
  std::uint64_t power = 1;
  for (; exponent > 0; --exponent)
    power *= base;
  return power;
}

class LineHasher {
 public:
  void Take(std::uint32_t unit) {
    const bool is_second_of_crlf = after_cr_ && unit == '\n';
    after_cr_ = false;
    if (unit == ' ' || unit == '\t' || is_second_of_crlf)
      return;
    after_cr_ = unit == '\r';
    unit = after_cr_ ? '\n' : unit;
    Report();
    if (at_line_start_)
      starts_[at_] = true;
    at_line_start_ = unit == '\n';
    Push(unit);
  }

  // Lines are reported when the window has moved on by its length; the last ones, now.
  std::vector<std::string> Finish() {
    Take(kEndOfText);
    for (std::size_t i = 0; i < kWindow; ++i) {
      Report();
      Push(0);
    }
    return std::move(hashes_);
  }

 private:
  void Report() {
    if (!starts_[at_])
      return;
    starts_[at_] = false;
    std::array<char, 17> digits;
    std::snprintf(digits.data(), digits.size(), "%llx", static_cast<unsigned long long>(hash_));
    hashes_.push_back(std::string(digits.data()) + ":" + std::to_string(++seen_[hash_]));
  }

  void Push(std::uint32_t unit) {
    hash_ = kBase * hash_ + unit - Power(kBase, kWindow) * window_[at_];
    window_[at_] = unit;
    at_ = (at_ + 1) % kWindow;
  }

  std::array<std::uint32_t, kWindow> window_{};
  std::array<bool, kWindow> starts_{};
  std::size_t at_ = 0;
  std::uint64_t hash_ = 0;
  bool at_line_start_ = true, after_cr_ = false;
  std::map<std::uint64_t, int> seen_;
  std::vector<std::string> hashes_;
};

// The code point that begins at `at`, which moves behind it. What is no UTF-8 counts as its byte.
std::uint32_t NextCharacter(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(at);
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : first >= 0xC0U ? 2 : 1;
  if (length == 1 || at + length > text.size()) {
    ++at;
    return first;
  }
  std::uint32_t point = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    point = (point << 6U) | (byte(at + i) & 0x3FU);
  at += length;
  return point;
}

}  // namespace

std::vector<std::string> LineHashes(std::string_view text) {
  LineHasher hasher;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t point = NextCharacter(text, at);
    if (point < 0x10000U) {
      hasher.Take(point);
    } else {
      hasher.Take(0xD800U + ((point - 0x10000U) >> 10U));
      hasher.Take(0xDC00U + ((point - 0x10000U) & 0x3FFU));
    }
  }
  return hasher.Finish();
}

}  // namespace detrain::driver::gate
