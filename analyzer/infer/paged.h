// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A map from small dense ids that costs nothing to copy: copies share the pages in which neither has changed anything,
// and what differs between two of them is found without a look at those. A radix tree of three levels with copy on
// write (Driscoll, Sarnak, Sleator, Tarjan: "Making data structures persistent", 1989).
#ifndef DETRAIN_ANALYZER_INFER_PAGED_H
#define DETRAIN_ANALYZER_INFER_PAGED_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace detrain::infer {

template <typename Value>
class PagedMap {
 public:
  using Key = std::uint32_t;
  using value_type = std::pair<Key, Value>;
  class Iterator;

  // In rising order of keys. A change of what a key has keeps iterators good; a new key does not.
  [[nodiscard]] Iterator begin() const { return Iterator(root_.get()); }
  [[nodiscard]] Iterator end() const { return Iterator(nullptr); }
  [[nodiscard]] std::size_t size() const { return root_ ? root_->size : 0; }
  [[nodiscard]] bool empty() const { return size() == 0; }

  // Null where the map lacks the key.
  [[nodiscard]] const Value* Find(Key key) const {
    const Page* page = root_ == nullptr ? nullptr : root_->PageAt(key >> kPageBits);
    const auto at = page == nullptr ? nullptr : page->Place(key);
    return at != nullptr && at != page->End() && at->first == key ? &at->second : nullptr;
  }
  [[nodiscard]] bool contains(Key key) const { return Find(key) != nullptr; }

  Value& operator[](Key key) {
    Page& page = OwnPage(key);
    auto at = page.entries.begin() + (page.Place(key) - page.entries.data());
    if (at == page.entries.end() || at->first != key) {
      at = page.entries.insert(at, {key, Value{}});
      ++root_->size;
    }
    return at->second;
  }

  std::size_t erase(Key key) {
    if (!contains(key))
      return 0;
    Page& page = OwnPage(key);
    page.entries.erase(page.entries.begin() + (page.Place(key) - page.entries.data()));
    --root_->size;
    return 1;
  }

  // Whether `accept(key, in_a, in_b)` holds for one of the keys, in rising order, of which the maps do not share the
  // value; null stands for a map that lacks the key.
  template <typename F>
  static bool AnyDifference(const PagedMap& a, const PagedMap& b, F accept) {
    if (a.root_ == b.root_)
      return false;
    const std::size_t chapters = std::max(a.Chapters(), b.Chapters());
    for (std::size_t c = 0; c < chapters; ++c) {
      const Chapter *x = a.ChapterAt(c), *y = b.ChapterAt(c);
      for (std::size_t p = 0; x != y && p < kFan; ++p) {
        const Page *mine = x == nullptr ? nullptr : x->pages[p].get(),
                   *other = y == nullptr ? nullptr : y->pages[p].get();
        if (mine != other && DifferIn(mine, other, accept))
          return true;
      }
    }
    return false;
  }
  template <typename F>
  static void ForEachDifference(const PagedMap& a, const PagedMap& b, F visit) {
    AnyDifference(a, b, [&](Key key, const Value* in_a, const Value* in_b) {
      visit(key, in_a, in_b);
      return false;
    });
  }

 private:
  static constexpr unsigned kPageBits = 5;
  static constexpr std::size_t kFan = 32;

  struct Page {
    std::vector<value_type> entries;  // sorted
    [[nodiscard]] const value_type* End() const { return entries.data() + entries.size(); }
    [[nodiscard]] const value_type* Place(Key key) const {
      return std::lower_bound(entries.data(), End(), key, [](const value_type& e, Key k) { return e.first < k; });
    }
  };
  struct Chapter {
    std::array<std::shared_ptr<Page>, kFan> pages;
  };
  struct Root {
    std::vector<std::shared_ptr<Chapter>> chapters;
    std::size_t size = 0;
    [[nodiscard]] const Page* PageAt(std::size_t number) const {
      const std::size_t chapter = number / kFan;
      const bool is_there = chapter < chapters.size() && chapters[chapter] != nullptr;
      return is_there ? chapters[chapter]->pages[number % kFan].get() : nullptr;
    }
  };

  [[nodiscard]] std::size_t Chapters() const { return root_ ? root_->chapters.size() : 0; }
  [[nodiscard]] const Chapter* ChapterAt(std::size_t c) const {
    return c < Chapters() ? root_->chapters[c].get() : nullptr;
  }

  // The node, which nobody else sees change from now on.
  template <typename Node>
  static Node& Own(std::shared_ptr<Node>& node) {
    if (node == nullptr)
      node = std::make_shared<Node>();
    else if (node.use_count() > 1)
      node = std::make_shared<Node>(*node);
    return *node;
  }
  Page& OwnPage(Key key) {
    const std::size_t number = key >> kPageBits;
    Root& root = Own(root_);
    if (root.chapters.size() <= number / kFan)
      root.chapters.resize(number / kFan + 1);
    return Own(Own(root.chapters[number / kFan]).pages[number % kFan]);
  }

  template <typename F>
  static bool DifferIn(const Page* a, const Page* b, F& accept) {
    static const Page kNone;
    const Page &mine = a == nullptr ? kNone : *a, &other = b == nullptr ? kNone : *b;
    auto x = mine.entries.begin(), y = other.entries.begin();
    while (x != mine.entries.end() || y != other.entries.end()) {
      const bool in_a = y == other.entries.end() || (x != mine.entries.end() && x->first <= y->first);
      const bool in_b = x == mine.entries.end() || (y != other.entries.end() && y->first <= x->first);
      const bool is_shared = in_a && in_b && x->second == y->second;
      if (!is_shared && accept(in_a ? x->first : y->first, in_a ? &x->second : nullptr, in_b ? &y->second : nullptr))
        return true;
      x += in_a ? 1 : 0;
      y += in_b ? 1 : 0;
    }
    return false;
  }

  std::shared_ptr<Root> root_;
};

template <typename Value>
class PagedMap<Value>::Iterator {
 public:
  using value_type = PagedMap::value_type;
  using reference = const value_type&;
  using pointer = const value_type*;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::forward_iterator_tag;

  Iterator() = default;
  explicit Iterator(const Root* root) : root_(root) { Settle(); }
  reference operator*() const { return page_->entries[entry_]; }
  pointer operator->() const { return &page_->entries[entry_]; }
  Iterator& operator++() {
    ++entry_;
    Settle();
    return *this;
  }
  Iterator operator++(int) {
    Iterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Iterator& o) const { return page_ == o.page_ && entry_ == o.entry_; }

 private:
  // On to the next page that has such an entry, if this one has not.
  void Settle() {
    while (root_ != nullptr && (page_ == nullptr || entry_ == page_->entries.size())) {
      entry_ = 0;
      while (next_ / kFan < root_->chapters.size() && root_->chapters[next_ / kFan] == nullptr)
        next_ += kFan;
      page_ = next_ / kFan < root_->chapters.size() ? root_->PageAt(next_++) : nullptr;
      if (page_ == nullptr && next_ / kFan >= root_->chapters.size())
        root_ = nullptr;
    }
  }

  const Root* root_ = nullptr;
  const Page* page_ = nullptr;
  std::size_t entry_ = 0, next_ = 0;  // in the page; the page behind it
};

}  // namespace detrain::infer

#endif
