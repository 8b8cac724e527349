// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of ids that is copied far more often than it changes: copies share it until one of them does. Its interface is
// that of the standard's set, as far as the engine needs it.
#ifndef DETRAIN_ANALYZER_INFER_FLAT_H
#define DETRAIN_ANALYZER_INFER_FLAT_H

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace detrain::infer {

class IdSet {
 public:
  using value_type = std::uint32_t;
  using const_iterator = const std::uint32_t*;

  IdSet() = default;
  IdSet(std::initializer_list<std::uint32_t> ids) { insert(ids.begin(), ids.end()); }

  [[nodiscard]] const_iterator begin() const { return ids_ ? ids_->data() : nullptr; }
  [[nodiscard]] const_iterator end() const { return ids_ ? ids_->data() + ids_->size() : nullptr; }
  [[nodiscard]] std::size_t size() const { return ids_ ? ids_->size() : 0; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] bool contains(std::uint32_t id) const { return std::binary_search(begin(), end(), id); }
  void clear() { ids_.reset(); }

  void insert(std::uint32_t id) {
    if (!contains(id))
      insert(&id, &id + 1);
  }
  // The ids from `first` are sorted.
  void insert(const_iterator first, const_iterator last) {
    if (std::includes(begin(), end(), first, last))
      return;
    auto all = std::make_shared<std::vector<std::uint32_t>>();
    all->reserve(size() + static_cast<std::size_t>(last - first));
    std::set_union(begin(), end(), first, last, std::back_inserter(*all));
    ids_ = std::move(all);
  }
  // The union; shares with `other` where that is all of it.
  void Merge(const IdSet& other) {
    if (ids_ == other.ids_ || other.empty())
      return;
    if (std::includes(other.begin(), other.end(), begin(), end()))
      ids_ = other.ids_;
    else
      insert(other.begin(), other.end());
  }

  bool operator==(const IdSet& o) const { return ids_ == o.ids_ || std::equal(begin(), end(), o.begin(), o.end()); }

 private:
  std::shared_ptr<const std::vector<std::uint32_t>> ids_;
};

}  // namespace detrain::infer

#endif
