// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From which parts of the boundary's objects a value is read: a backward slice of it in one function, through the
// pointers that the objects hold at the boundary (Weiser 1981).
#ifndef DETRAIN_ANALYZER_PLAN_READINGS_H
#define DETRAIN_ANALYZER_PLAN_READINGS_H

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "analyzer/infer/infer.h"
#include "analyzer/plan/layout.h"

namespace detrain::plan {

struct Range {  // of bytes
  std::uint64_t low = 0, high = std::numeric_limits<std::uint64_t>::max();
};
using Parts = std::map<infer::ObjectId, std::vector<Range>>;

// The objects of the boundary, by what names them in the program. Refers to both arguments.
class BoundaryObjects {
 public:
  BoundaryObjects(infer::Engine& engine, const std::vector<NamedObject>& objects);

  // Those of a variable: one for each of its activations.
  [[nodiscard]] const std::vector<infer::ObjectId>& OfRegion(rir::RegionId region) const;
  [[nodiscard]] bool Contains(infer::ObjectId id) const { return by_id_.contains(id); }
  // Where the pointers in a part of an object may lead.
  [[nodiscard]] std::set<infer::ObjectId> TargetsIn(infer::ObjectId id, const Range& range) const;

 private:
  infer::Engine& engine_;
  std::map<infer::ObjectId, const NamedObject*> by_id_;
  std::map<rir::RegionId, std::vector<infer::ObjectId>> by_region_;
};

// Collects over the values that are added, all of one function.
class Readings {
 public:
  Readings(const infer::Engine& engine, const rir::Function& function, const BoundaryObjects& objects)
      : module_(engine.Program()), callees_(engine.CalleesInProgram()), function_(function), objects_(objects) {}

  void Add(const rir::Operand& value);
  // An object that is passed by its address: all of it, and what its pointers lead to.
  void AddPassed(const rir::Operand& address);

  // Whether they may hang on more than what was found.
  [[nodiscard]] bool IsElsewhere() const { return is_elsewhere_; }
  [[nodiscard]] const Parts& Read() const { return read_; }

 private:
  Parts PartsAt(rir::Operand address, std::uint64_t size);
  void AddObjectsAt(const rir::Operand& address, Parts& parts);
  void AddGiven(const rir::CallOp& call, Parts& parts);
  void AddTargets(const rir::Operand& address, std::uint64_t size, Parts& parts);
  void Note(const Parts& parts);

  const rir::Module& module_;
  const infer::Callees& callees_;
  const rir::Function& function_;
  const BoundaryObjects& objects_;
  Parts read_;
  std::set<const rir::Op*> seen_, around_;
  bool is_elsewhere_ = false;
};

}  // namespace detrain::plan

#endif
