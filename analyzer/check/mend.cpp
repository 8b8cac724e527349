// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/mend.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace detrain::check {

using types::EdgeKind;
using types::NodeId;
using types::NodeKind;

namespace {

const std::string* TextOf(const Context& context, const std::string& file) {
  for (const SourceText& source : context.options.sources)
    if (source.file == file)
      return &source.text;
  return nullptr;
}

// The byte of a place; the text's size where it has no such line.
std::size_t OffsetOf(std::string_view text, const Location& at) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < at.line && begin != std::string_view::npos; ++line)
    begin = text.find('\n', begin) == std::string_view::npos ? std::string_view::npos : text.find('\n', begin) + 1;
  return begin == std::string_view::npos || at.column == 0 ? text.size() : begin + at.column - 1;
}

rir::RegionId VariableOf(const Context& context, NodeId load) {
  rir::RegionId found = rir::kNone;
  context.flow.ForBefore(load, [&](NodeId from, EdgeKind kind) {
    const types::Node& node = context.flow.nodes[from];
    if (kind != EdgeKind::Copy || node.object == types::kNone)
      return;
    const bool is_cell = node.kind == NodeKind::Cell;
    const bool is_region = is_cell && context.flow.objects[node.object].kind == types::ObjectKind::Region;
    if (is_region)
      found = context.flow.objects[node.object].id;
    else if (!is_cell)
      found = node.object;
  });
  return found;
}

// The name as the source has it: without the function in front and the number behind.
std::string_view PlainName(std::string_view name) {
  const std::size_t qualifier = name.rfind("::");
  name = qualifier == std::string_view::npos ? name : name.substr(qualifier + 2);
  return name.substr(0, name.find('#'));
}

// Whether the number goes into seeds, through conversions, and nowhere else.
bool OnlySeeds(const types::Flow& flow, NodeId id) {
  bool only = true, seeds = false;
  flow.ForEdges(id, [&](const types::Edge& edge) {
    const types::Node& to = flow.nodes[edge.to];
    const auto* compute = to.op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&to.op->data);
    const bool is_seed = to.op != nullptr && std::holds_alternative<rir::SeedOp>(to.op->data);
    const bool is_cast = to.kind == NodeKind::Value && compute != nullptr && compute->opcode == rir::Opcode::Cast;
    seeds = true;
    only = only && (is_seed || (is_cast && OnlySeeds(flow, edge.to)));
  });
  return only && seeds;
}

}  // namespace

std::optional<diag::FixEdit> WithInitialValue(const Context& context, NodeId load) {
  const rir::RegionId id = VariableOf(context, load);
  if (id == rir::kNone)
    return std::nullopt;
  const rir::Region& region = context.module.regions[id];
  const rir::TypeKind kind = context.module.types[region.type].kind;
  const bool is_plain = kind == rir::TypeKind::Int || kind == rir::TypeKind::Float || kind == rir::TypeKind::Pointer;
  const Location at = context.reacher.LocationOf(region.declared);
  const std::string* text = at.IsKnown() ? TextOf(context, at.file) : nullptr;
  if (region.kind != rir::RegionKind::Local || !is_plain || text == nullptr)
    return std::nullopt;
  const std::size_t begin = OffsetOf(*text, at);
  const std::string_view name = PlainName(region.name);
  const std::size_t end = begin + name.size();
  if (name.empty() || text->compare(std::min(begin, text->size()), name.size(), name) != 0)
    return std::nullopt;
  const std::size_t next = text->find_first_not_of(" \t", end);
  if (next == std::string::npos || ((*text)[next] != ';' && (*text)[next] != ','))
    return std::nullopt;
  return diag::FixEdit{at.file, static_cast<std::uint32_t>(end), 0, " = 0"};
}

std::optional<diag::FixEdit> WithConstantSeed(const Context& context, const Location& at,
                                              const std::vector<NodeId>& times) {
  constexpr std::array<std::string_view, 6> calls = {"time(NULL)",      "time(0)",      "time(nullptr)",
                                                     "std::time(NULL)", "std::time(0)", "std::time(nullptr)"};
  const std::string* text = TextOf(context, at.file);
  if (text == nullptr || !std::ranges::all_of(times, [&](NodeId time) { return OnlySeeds(context.flow, time); }))
    return std::nullopt;
  const std::size_t begin = OffsetOf(*text, at);
  for (const std::string_view call : calls)
    if (text->compare(std::min(begin, text->size()), call.size(), call) == 0)
      return diag::FixEdit{at.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(call.size()), "1"};
  return std::nullopt;
}

}  // namespace detrain::check
