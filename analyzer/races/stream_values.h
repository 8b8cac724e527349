// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which stream, event or block of a GPU's memory a value stands for, where that is one and surely so.
#ifndef DETRAIN_ANALYZER_RACES_STREAM_VALUES_H
#define DETRAIN_ANALYZER_RACES_STREAM_VALUES_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::races {

// The default stream; any other one is the object that made it.
inline constexpr flow::ObjectId kDefaultStream = flow::kNone;

class StreamValues {
 public:
  explicit StreamValues(const flow::Flow& flow);

  // Nothing: it may be one of several. Of streams that a loop made into an array, each that a constant chooses is one.
  [[nodiscard]] std::optional<flow::ObjectId> StreamOf(const rir::Operand& stream, flow::InstanceId instance) const;
  // All events, or handles, that it may be; of an array of events as with streams.
  [[nodiscard]] std::set<flow::ObjectId> ObjectsOf(const rir::Operand& handle, flow::InstanceId instance) const;
  // The cell, of the program's only block or variable of that name, whose beginning the address is moved from by nodes
  // from `first` on alone: those of the kernel or the library. kNone: there is none.
  [[nodiscard]] flow::NodeId WholeCell(flow::NodeId address, flow::NodeId first) const;
  // Whether the host and the GPU both see the cell: managed memory, of which the program has one block of that name.
  [[nodiscard]] bool IsManaged(flow::NodeId cell) const;
  // The same of pages that are locked, which copies beside the host's work go to and come from.
  [[nodiscard]] bool IsPinned(flow::NodeId cell) const;
  // What stands for elements of an array that a loop made, all in one; none: nobody tells them apart.
  [[nodiscard]] std::vector<flow::ObjectId> ElementsOf(flow::ObjectId object) const;
  // Whether so many bytes are all of the block.
  [[nodiscard]] bool IsAllOf(flow::NodeId cell, const rir::Operand& bytes, flow::InstanceId instance) const;
  // The object that stands for streams which a loop made, of which this is one; nothing: it is none of such.
  [[nodiscard]] std::optional<flow::ObjectId> OneOfSeveral(const rir::Operand& stream, flow::InstanceId instance) const;
  // Whether what made it runs once.
  [[nodiscard]] bool IsOfOneCall(flow::ObjectId object) const;
  // Whether the instance, or one that it is called from, stands for several calls.
  [[nodiscard]] bool ServesSeveral(flow::InstanceId instance) const {
    return instance != flow::kNone && serves_several_[instance];
  }

 private:
  struct Origins {
    bool may_be_null = false;       // by the choice of who uses it
    bool is_null_at_first = false;  // in memory
    bool is_moved = false;          // by an index, before the node `first`
  };
  class Search;
  using Element = std::pair<flow::ObjectId, std::int64_t>;  // of the array that a loop made
  void FindElements();
  [[nodiscard]] std::optional<Element> ElementAt(flow::NodeId node) const;
  [[nodiscard]] flow::ObjectId TellApart(flow::ObjectId object, flow::NodeId node) const;
  [[nodiscard]] bool IsMadeOnce(const flow::Object& object) const;
  [[nodiscard]] bool IsMadeAlways(const flow::Object& object) const;
  [[nodiscard]] bool IsLocked(const flow::Object& object) const;
  [[nodiscard]] bool IsOnDevice(const flow::Object& object) const;
  // Whether `holds` is true of the scope and of all around it.
  template <typename F>
  [[nodiscard]] bool AllAround(flow::ScopeId scope, const F& holds) const;

  const flow::Flow& flow_;
  std::vector<bool> serves_several_;            // per instance
  std::map<Element, flow::ObjectId> elements_;  // with numbers behind those of objects
};

}  // namespace detrain::races

#endif
