// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes in the user's words: products and sums of the variables that hold the numbers.
#ifndef DETRAIN_ANALYZER_PLAN_EXTENTS_H
#define DETRAIN_ANALYZER_PLAN_EXTENTS_H

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/plan/layout.h"

namespace detrain::plan {

class Extents {
 public:
  // `shares`: the block that stands for each heap block's region.
  Extents(infer::Engine& engine, const std::vector<NamedObject>& objects,
          const std::map<infer::ObjectId, infer::ObjectId>& shares)
      : engine_(engine), objects_(objects), shares_(shares) {}

  // Elements of the leaf, in all that its region stands for: "16", "model.num_parameters", "64 * data.rows"; "...
  // bytes" where they are counted in bytes. Empty for one scalar, and where no variable at the boundary holds the size.
  std::string TextOf(const NamedObject& object, const NamedLeaf& leaf);

 private:
  struct Held {
    infer::ExprId number;
    std::string path;
  };
  struct Named {
    std::string text;
    bool is_sum = false;
  };
  bool IsOneAtATime(const std::set<infer::ObjectId>& blocks) const;
  std::optional<infer::ExprId> BytesOf(const NamedObject& object);
  std::optional<std::string> StillInMemory(infer::ExprId e);
  const std::vector<Held>& AllHeld();
  void AddHeld(const NamedObject& object, const NamedLeaf& leaf);
  std::optional<Named> Name(infer::ExprId e, int depth);
  std::optional<Named> Product(infer::ExprId e, int depth);
  std::optional<Named> Sum(infer::ExprId e, int depth);

  infer::Engine& engine_;
  const std::vector<NamedObject>& objects_;
  const std::map<infer::ObjectId, infer::ObjectId>& shares_;
  std::optional<std::vector<Held>> held_;                          // the shortest path first
  std::map<infer::ObjectId, std::optional<infer::ExprId>> bytes_;  // of regions
};

}  // namespace detrain::plan

#endif
