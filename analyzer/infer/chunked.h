// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of millions that only grows. It grows by chunks, so that nothing is copied and no room is taken for as many
// elements again as there are.
#ifndef DETRAIN_ANALYZER_INFER_CHUNKED_H
#define DETRAIN_ANALYZER_INFER_CHUNKED_H

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace detrain::infer {

template <typename T>
class Chunked {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return chunks_[i / kChunk][i % kChunk]; }
  void push_back(const T& item) {
    if (size_ % kChunk == 0)
      chunks_.push_back(std::make_unique_for_overwrite<T[]>(kChunk));
    chunks_.back()[size_++ % kChunk] = item;
  }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 12U;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace detrain::infer

#endif
