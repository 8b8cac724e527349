// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers of the engine's state that are copied far more often than they change: a set of ids that copies share
// until one of them changes, and a map that lies in one run of memory. Their interfaces are those of the standard's set
// and map, as far as the engine needs them.
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

// Finds keys that are asked for in rising order.
template <typename Map>
class Rising {
 public:
  explicit Rising(const Map& map) : at_(map.begin()), end_(map.end()) {}
  // Null where the map lacks the key.
  const auto* Find(const typename Map::value_type::first_type& key) {
    while (at_ != end_ && at_->first < key)
      ++at_;
    return at_ != end_ && at_->first == key ? &at_->second : nullptr;
  }

 private:
  typename Map::const_iterator at_, end_;
};

// Sorted by key.
template <typename Key, typename Value>
class FlatMap : public std::vector<std::pair<Key, Value>> {
  using Base = std::vector<std::pair<Key, Value>>;

 public:
  using iterator = typename Base::iterator;
  using const_iterator = typename Base::const_iterator;

  [[nodiscard]] const_iterator find(const Key& key) const {
    auto at = Place(this->begin(), this->end(), key);
    return at != this->end() && at->first == key ? at : this->end();
  }
  [[nodiscard]] iterator find(const Key& key) {
    auto at = Place(this->begin(), this->end(), key);
    return at != this->end() && at->first == key ? at : this->end();
  }
  [[nodiscard]] bool contains(const Key& key) const { return find(key) != this->end(); }
  Value& operator[](const Key& key) {
    auto at = Place(this->begin(), this->end(), key);
    if (at == this->end() || at->first != key)
      at = this->insert(at, {key, Value{}});
    return at->second;
  }
  // `hint` is where the key belongs.
  template <typename Argument>
  iterator emplace_hint(const_iterator hint, const Key& key, Argument&& value) {
    return this->emplace(hint, key, std::forward<Argument>(value));
  }
  std::size_t erase(const Key& key) {
    auto at = find(key);
    if (at == this->end())
      return 0;
    Base::erase(at);
    return 1;
  }

 private:
  template <typename Iterator>
  static Iterator Place(Iterator first, Iterator last, const Key& key) {
    return std::lower_bound(first, last, key, [](const auto& entry, const Key& k) { return entry.first < k; });
  }
};

}  // namespace detrain::infer

#endif
