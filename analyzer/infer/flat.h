// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets and lists of ids that are copied far more often than they change: copies share one until one of them does. Their
// interfaces are those of the standard's set and vector, as far as the engine needs them.
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

class IdList {
 public:
  using value_type = std::uint32_t;
  using const_iterator = const std::uint32_t*;

  IdList() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a list that is put together elsewhere
  IdList(std::vector<std::uint32_t> ids)
      : ids_(ids.empty() ? nullptr : std::make_shared<std::vector<std::uint32_t>>(std::move(ids))) {}

  [[nodiscard]] const_iterator begin() const { return data(); }
  [[nodiscard]] const_iterator end() const { return data() + size(); }
  [[nodiscard]] const std::uint32_t* data() const { return ids_ ? ids_->data() : nullptr; }
  [[nodiscard]] std::size_t size() const { return ids_ ? ids_->size() : 0; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  std::uint32_t operator[](std::size_t i) const { return (*ids_)[i]; }

  void push_back(std::uint32_t id) { insert(end(), &id, &id + 1); }
  void insert(const_iterator at, std::uint32_t id) { insert(at, &id, &id + 1); }
  void insert(const_iterator at, const_iterator first, const_iterator last) {
    const auto offset = at - begin();
    std::vector<std::uint32_t>& own = Own();
    own.insert(own.begin() + offset, first, last);
  }
  // As erase_if of a vector; where nothing is erased or changed nothing is copied.
  template <typename F>
  void Edit(F edit) {
    std::vector<std::uint32_t> copy(begin(), end());
    edit(copy);
    if (!std::equal(begin(), end(), copy.begin(), copy.end()))
      *this = IdList(std::move(copy));
  }

  // The same list, not only an equal one.
  [[nodiscard]] bool IsShared(const IdList& o) const { return ids_ == o.ids_; }
  bool operator==(const IdList& o) const { return IsShared(o) || std::equal(begin(), end(), o.begin(), o.end()); }

 private:
  std::vector<std::uint32_t>& Own() {
    if (ids_ == nullptr)
      ids_ = std::make_shared<std::vector<std::uint32_t>>();
    else if (ids_.use_count() > 1)
      ids_ = std::make_shared<std::vector<std::uint32_t>>(*ids_);
    return *ids_;
  }
  std::shared_ptr<std::vector<std::uint32_t>> ids_;
};

}  // namespace detrain::infer

#endif
