// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/mend.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <variant>

#include "analyzer/check/generators.h"

namespace detrain::check {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;

namespace {

rir::RegionId VariableOf(const Context& context, NodeId load) {
  rir::RegionId found = rir::kNone;
  context.flow.ForBefore(load, [&](NodeId from, EdgeKind kind) {
    const flow::Node& node = context.flow.nodes[from];
    if (kind != EdgeKind::Copy || node.object == flow::kNone)
      return;
    const bool is_cell = node.kind == NodeKind::Cell;
    const bool is_region = is_cell && context.flow.objects[node.object].kind == flow::ObjectKind::Region;
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

// Whether a call hands it to an engine of the standard library.
bool IsEngines(const flow::Flow& flow, const flow::Node& node) {
  return node.kind == NodeKind::Parameter && IsOfEngine(flow, node.instance);
}

// Whether the edge hands the number on as it is, or converted.
bool HandsOn(const flow::Flow& flow, NodeId from, const flow::Edge& edge) {
  const flow::Node& to = flow.nodes[edge.to];
  const bool is_variable = to.kind == NodeKind::Cell || to.kind == NodeKind::Merge || to.kind == NodeKind::Round ||
                           to.kind == NodeKind::Parameter || to.kind == NodeKind::Result;
  if (is_variable || to.op == nullptr)
    return is_variable && edge.kind == EdgeKind::Copy;
  if (to.op == flow.nodes[from].op)  // what is read goes into memory
    return edge.kind <= EdgeKind::Data;
  const auto* compute = std::get_if<rir::ComputeOp>(&to.op->data);
  if (compute != nullptr)
    return compute->opcode == rir::Opcode::Cast;
  const bool keeps = std::holds_alternative<rir::LoadOp>(to.op->data) ||
                     std::holds_alternative<rir::StoreOp>(to.op->data) ||
                     (std::holds_alternative<rir::CallOp>(to.op->data) && flow.nodes[from].kind == NodeKind::Result);
  return keeps && edge.kind == EdgeKind::Copy;
}

// Whether the number goes into seeds, through variables and conversions, and nowhere else.
bool OnlySeeds(const flow::Flow& flow, NodeId number) {
  constexpr std::size_t most = 200;
  std::vector<NodeId> open = {number};
  std::set<NodeId> seen = {number};
  bool only = true, seeds = false;
  while (!open.empty() && only && seen.size() < most) {
    const NodeId at = open.back();
    open.pop_back();
    flow.ForEdges(at, [&](const flow::Edge& edge) {
      const flow::Node& to = flow.nodes[edge.to];
      const bool is_seed =
          (to.kind == NodeKind::Effect && std::holds_alternative<rir::SeedOp>(to.op->data)) || IsEngines(flow, to);
      seeds = seeds || is_seed;
      only = only && (is_seed || HandsOn(flow, at, edge));
      if (!is_seed && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
  return only && seeds && open.empty();
}

bool IsOfWord(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

// Where `device()` begins, a call of a random_device's operator whose parentheses stand at `open`; npos: what stands
// before them is neither a variable's name nor a new device.
std::size_t BeginOfDeviceCall(std::string_view text, std::size_t open) {
  if (text.substr(std::min(open, text.size()), 2) != "()")
    return std::string_view::npos;
  const std::string_view before = text.substr(0, open);
  for (const std::string_view made : {"std::random_device{}", "std::random_device()"})
    if (before.ends_with(made))
      return open - made.size();
  std::size_t begin = open;
  while (begin > 0 && IsOfWord(before[begin - 1]))
    --begin;
  const bool is_member = begin > 0 && std::string_view(".>:").find(before[begin - 1]) != std::string_view::npos;
  return begin == open || is_member ? std::string_view::npos : begin;
}

}  // namespace

const std::string* TextOf(const Context& context, const std::string& file) {
  for (const SourceText& source : context.options.sources)
    if (source.file == file)
      return &source.text;
  return nullptr;
}

std::size_t OffsetOf(std::string_view text, const Location& at) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < at.line && begin != std::string_view::npos; ++line)
    begin = text.find('\n', begin) == std::string_view::npos ? std::string_view::npos : text.find('\n', begin) + 1;
  return begin == std::string_view::npos || at.column == 0 ? text.size() : begin + at.column - 1;
}

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
                                              const std::vector<NodeId>& numbers) {
  constexpr std::array<std::string_view, 10> calls = {
      "time(NULL)",         "time(0)",      "time(nullptr)", "std::time(NULL)", "std::time(0)",
      "std::time(nullptr)", "std::clock()", "clock()",       "getpid()",        "::getpid()"};
  const std::string* text = TextOf(context, at.file);
  if (text == nullptr || !std::ranges::all_of(numbers, [&](NodeId id) { return OnlySeeds(context.flow, id); }))
    return std::nullopt;
  const std::size_t begin = OffsetOf(*text, at);
  for (const std::string_view call : calls)
    if (text->compare(std::min(begin, text->size()), call.size(), call) == 0)
      return diag::FixEdit{at.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(call.size()), "1"};
  const std::size_t device = BeginOfDeviceCall(*text, begin);
  if (device == std::string::npos)
    return std::nullopt;
  return diag::FixEdit{at.file, static_cast<std::uint32_t>(device), static_cast<std::uint32_t>(begin + 2 - device),
                       "1"};
}

std::optional<diag::FixEdit> WithStableSort(const Context& context, const Location& at) {
  constexpr std::array<std::string_view, 2> calls = {"std::sort(", "sort("};
  constexpr std::string_view name = "sort(";
  const std::string* text = TextOf(context, at.file);
  if (text == nullptr)
    return std::nullopt;
  const std::size_t begin = OffsetOf(*text, at);
  const std::string_view before = std::string_view(*text).substr(0, begin + 1);
  if (before.ends_with("std::ranges::sort("))  // the call of an object is where its parenthesis is
    return diag::FixEdit{at.file, static_cast<std::uint32_t>(begin + 1 - name.size()), 0, "stable_"};
  for (const std::string_view call : calls)
    if (text->compare(std::min(begin, text->size()), call.size(), call) == 0)
      return diag::FixEdit{at.file, static_cast<std::uint32_t>(begin + call.size() - name.size()), 0, "stable_"};
  return std::nullopt;
}

}  // namespace detrain::check
