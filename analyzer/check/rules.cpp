// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/rules.h"

#include <algorithm>
#include <variant>

namespace detrain::check {

void AddSource(const Context& context, flow::NodeId node, const std::string& name, Sources& sources) {
  const Location at = context.reacher.LocationOf(context.flow.PlaceOf(node));
  if (at.IsKnown())
    sources[{at, name}].push_back(node);
}

void Keep(const Context& context, diag::Diagnostic finding, const Reached& reached, const std::string& what,
          flow::NodeId source, Findings& out) {
  finding.trace = context.reacher.Trace(reached, what);
  const rir::FunctionId function = context.flow.UserFunctionOf(source);
  if (function != flow::kNone)
    finding.function = context.module.functions[function].name;
  out.push_back(std::move(finding));
}

bool IsInLibrary(const Context& context, flow::InstanceId instance) {
  const rir::Function* function = context.flow.FunctionOf(instance);
  return function != nullptr && context.flow.IsSystem(function->declared.file);
}

bool IsFreshBlock(const flow::Object& object) {
  const auto* alloc = object.op == nullptr ? nullptr : std::get_if<rir::AllocOp>(&object.op->data);
  return alloc != nullptr && !alloc->zeroed && !alloc->old && !alloc->content;
}

bool IsLibrarys(const Context& context, rir::RegionId region) {
  return context.flow.IsSystem(context.module.regions[region].declared.file);
}

bool IsNoDecision(flow::NodeId, const flow::Edge& edge) {
  return edge.kind != flow::EdgeKind::Control;
}

}  // namespace detrain::check
