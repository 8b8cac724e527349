// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of loops in a row: what a later one saves from its first boundary on is in those checkpoints even where a step of an
// earlier loop has left it dead, so that a run resumed in the earlier loop must have its bytes, too.
#ifndef DETRAIN_ANALYZER_PLAN_SAVED_LATER_H
#define DETRAIN_ANALYZER_PLAN_SAVED_LATER_H

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/plan/layout.h"
#include "analyzer/plan/persist.h"

namespace detrain::plan {

// What the loops behind one save, told apart in the runs of all of them.
class SavedLater {
 public:
  // Adds what each checkpoint of a loop holds. `shares`: a block, and the one whose facts stand for both.
  void Add(const infer::Engine& engine, const std::vector<NamedObject>& objects,
           const std::map<infer::ObjectId, infer::ObjectId>& shares, const Facts& facts);

  // Makes state of what is dead in an earlier loop. Files and objects of libraries are left out: what they lead to may
  // be closed by then.
  void Keep(const infer::Engine& engine, const std::vector<NamedObject>& objects, Facts& facts) const;

  // Why blocks are saved as they lie in one of those loops; empty: none are.
  [[nodiscard]] const std::vector<Reason>& Images() const { return images_; }
  void AddImages(const std::vector<Reason>& why) { images_.insert(images_.end(), why.begin(), why.end()); }

 private:
  // The variable that leads to the leaf, its path, and whether it is of a block: a pointer and what it leads to may
  // share a path.
  using Name = std::tuple<rir::RegionId, std::string, bool>;

  // Where the memory comes from, as another variable may lead there by then: its variable, or the calls and the place
  // of the allocation; and the leaf's key.
  struct Origin {
    rir::RegionId region = rir::kNone;
    std::vector<const rir::Op*> calls;
    std::array<std::uint32_t, 3> site{};  // file, line, column
    std::uint64_t key = 0;
    auto operator<=>(const Origin&) const = default;
  };

  static rir::RegionId RootOf(const infer::Engine& engine, const std::vector<NamedObject>& objects,
                              const NamedObject& object);
  static bool HasOrigin(const infer::Object& object);
  static Origin OriginOf(const infer::Engine& engine, infer::ObjectId id, const NamedLeaf& leaf);

  std::set<Name> names_;
  std::set<Origin> origins_;
  std::vector<Reason> images_;
};

}  // namespace detrain::plan

#endif
