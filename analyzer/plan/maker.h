// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a plan together from what the engine and `persist` found. Its functions are called in the order in which they
// stand here.
#ifndef DETRAIN_ANALYZER_PLAN_MAKER_H
#define DETRAIN_ANALYZER_PLAN_MAKER_H

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/plan/choose.h"
#include "analyzer/plan/extents.h"
#include "analyzer/plan/layout.h"
#include "analyzer/plan/persist.h"
#include "analyzer/plan/saved_later.h"

namespace detrain::plan {

struct Maker {
  infer::Engine& engine;
  const rir::Module& module;
  std::vector<NamedObject> objects;
  Facts facts = {};
  CheckpointPlan plan = {};
  std::map<infer::ObjectId, infer::ObjectId> shares = {};  // heap block -> the one that stands for its region
  std::map<infer::ObjectId, std::vector<infer::ObjectId>> sharing = {};  // the other way round, variables too
  std::map<infer::ObjectId, std::int32_t> region_of = {};                // object -> index into plan.regions
  std::set<infer::ObjectId> mixed = {};                                  // stand for blocks of several layouts
  std::set<infer::ObjectId> imaged = {};                                 // stand for blocks that are saved as they lie
  std::set<infer::ObjectId> surely_found = {};  // without any pointer into the middle of a block
  struct Class {
    std::string name;     // Region::class_name
    infer::ObjectId all;  // the one among `shares` that stands for all classes behind the same pointers
  };
  std::map<infer::ObjectId, Class> class_of = {};  // of those in `shares` that are one class of several
  Numbers numbers{engine, objects, engine.boundary.outer,
                  [this](const LeafKey& key) { return !IsWritten(facts, key); }};
  Extents extents{engine, objects, shares};

  [[nodiscard]] Place At(const rir::Location& l) const { return PlaceOf(module, l); }

  void Nest();
  // Blocks that one pointer may point to share one region: the runtime cannot tell them apart.
  void Unify();
  // Blocks that are saved as they lie have no regions of their own.
  void FindImages();
  void Regions();
  void KeepClasses(NamedObject& o) const;
  void Entries();
  void DescribeHeapImage(SavedLater& saved_later);
  void AssumeOneThreadKeeps();
  void AssumeLibraries();
  void AssumeMadeAgain();
  void Assumptions();
  void Inputs();
  void HeapAddresses();
  void LogArguments();

 private:
  struct Pointers {  // leaves by which objects are found
    std::set<LeafKey> to_blocks, to_variables;
  };
  class Groups;
  [[nodiscard]] bool IsReachedInside(infer::ObjectId block, const infer::State& state) const;
  [[nodiscard]] bool IsSurelyFound(const NamedObject& o) const;
  void JoinTargets(Groups& groups, bool starts_only) const;
  void SplitByClass();
  bool WantClasses(std::set<infer::ObjectId>& wanted) const;
  void DescribeClasses();
  void ShareFacts();
  void FindMixedRegions();
  void ForgetMixedLayouts();
  [[nodiscard]] bool IsImaged(infer::ObjectId id) const;
  void ImageWhatIsHeld();
  [[nodiscard]] std::optional<Reason> WhyNoImage() const;
  void ForgetFormulasOnImages();
  [[nodiscard]] infer::ObjectId Representative(infer::ObjectId id) const;
  [[nodiscard]] std::set<infer::ObjectId> WantedObjects() const;
  void DescribeVariable(const NamedObject& o, Region& r) const;
  [[nodiscard]] std::int32_t RegionOf(const NamedObject& holder, const NamedLeaf& leaf, const infer::Value& v,
                                      bool with_own) const;
  std::int32_t TargetOf(const NamedObject& holder, const NamedLeaf& leaf);
  [[nodiscard]] bool KnowsLength(const NamedObject& o, const NamedLeaf& text) const;
  [[nodiscard]] bool IsLengthOfText(const NamedObject& o, const NamedLeaf& n) const;
  [[nodiscard]] bool IsTextInUse(const NamedObject& o, const NamedLeaf& text) const;
  Leaf LeafOf(const NamedObject& o, const NamedLeaf& n, const LeafFact* fact, const Pointers& pointers);
  Entry EntryOf(const NamedObject& o, const NamedLeaf& n, const Leaf& leaf, const LeafFact& f);
  void FlagEntries(const NamedObject& o);
  void DropIdlePointers();
  void TellPointersApart();
  void OrderEntries();
  std::vector<Reason> Why(const LeafFact& f, const NamedObject& o);
  [[nodiscard]] std::vector<std::string> PathsOf(const std::set<LeafKey>& keys) const;
  void Refuse(Reason why);
  void NoteInput(const infer::Source& reading, const std::vector<std::string>& reaches);
  void NoteHeapAddress(const Place& place, const std::vector<std::string>& reaches);
  void PlaceHeap(const Place& place);
  void NoteUnrecorded(const infer::Source& reading, const std::vector<std::string>& reaches);
  [[nodiscard]] bool IsPrinted(std::uint32_t reading, const infer::OutputRecord& output) const;
  void PlaceHeapFor(const infer::OutputRecord& output, const std::set<std::uint32_t>& readings,
                    const std::set<std::uint32_t>& deciding);
  void LogOutput(const infer::OutputRecord& output, const std::set<std::uint32_t>& readings);
  [[nodiscard]] Numbers NumbersFor(const LeafFact& f);
  [[nodiscard]] LeafPlace PlaceIn(const LeafKey& key) const;
  void Formulas(const LeafFact& f, Leaf& leaf);
};

}  // namespace detrain::plan

#endif
