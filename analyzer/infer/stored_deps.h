// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the things stored in an object depend on, leaf by leaf: a clock's reading in one member says nothing of the
// others.
#ifndef DETRAIN_ANALYZER_INFER_STORED_DEPS_H
#define DETRAIN_ANALYZER_INFER_STORED_DEPS_H

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/infer/flat.h"

namespace detrain::infer {

inline constexpr std::uint64_t kAnywhere = ~std::uint64_t{0};  // a leaf that is not known
using Deps = IdSet;                                            // ids of Engine's sources

class StoredDeps {
 public:
  // Of what is read at a leaf.
  [[nodiscard]] Deps At(std::uint64_t leaf) const {
    Deps deps = anywhere_;
    for (const auto& [other, of_leaf] : leaves_)
      if (leaf == kAnywhere || leaf == other)
        deps.Merge(of_leaf);
    return deps;
  }
  [[nodiscard]] Deps All() const { return At(kAnywhere); }

  void Add(std::uint64_t leaf, const Deps& deps) {
    if (deps.empty())
      return;
    if (leaf == kAnywhere)
      return anywhere_.Merge(deps);
    const auto at = std::ranges::lower_bound(leaves_, leaf, {}, &Leaf::first);
    if (at == leaves_.end() || at->first != leaf)
      leaves_.insert(at, {leaf, deps});
    else
      at->second.Merge(deps);
  }
  void Merge(const StoredDeps& other) {
    anywhere_.Merge(other.anywhere_);
    for (const auto& [leaf, deps] : other.leaves_)
      Add(leaf, deps);
  }
  void Set(Deps deps) {
    anywhere_ = std::move(deps);
    leaves_.clear();
  }
  void clear() { Set({}); }

  // Whether it holds all of `other`, each at its leaf or anywhere.
  [[nodiscard]] bool Includes(const StoredDeps& other) const {
    const auto holds = [](const Deps& a, const Deps& b) {
      return std::includes(a.begin(), a.end(), b.begin(), b.end());
    };
    return holds(anywhere_, other.anywhere_) &&
           std::ranges::all_of(other.leaves_, [&](const Leaf& leaf) { return holds(At(leaf.first), leaf.second); });
  }

 private:
  using Leaf = std::pair<std::uint64_t, Deps>;
  Deps anywhere_;
  std::vector<Leaf> leaves_;  // sorted
};

}  // namespace detrain::infer

#endif
