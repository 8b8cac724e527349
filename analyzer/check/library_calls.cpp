// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/library_calls.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <variant>

namespace detrain::check {

using flow::InstanceId;
using flow::NodeId;

namespace {

constexpr std::string_view kTbbsOwn = "tbb::detail::d1::";  // where its header declares what `tbb` then names

// Of a member that a class has from a base which nobody writes (`std::__basic_future`), as that of the class.
std::string WithoutBase(std::string name) {
  constexpr std::string_view kBase = "::__basic_";
  if (const std::size_t at = name.find(kBase); at != std::string::npos)
    name.replace(at, kBase.size(), "::");
  return name;
}

// Of a constructor and of an object's call the class: `std::random_device`.
std::string WithoutMember(const std::string& name) {
  const std::size_t at = name.rfind("::");
  if (at == std::string::npos)
    return name;
  const std::string_view member = std::string_view(name).substr(at + 2), around = std::string_view(name).substr(0, at);
  const std::size_t before = around.rfind("::");
  const bool is_class = member == "operator()" || member == around.substr(before == around.npos ? 0 : before + 2);
  return is_class ? std::string(around) : name;
}

}  // namespace

std::string WrittenAs(const flow::Flow& flow, NodeId node, const std::string& callee) {
  std::string written;
  for (InstanceId i = flow.nodes[node].instance; i != flow::kNone; i = flow.instances[i].caller) {
    const rir::Function* function = flow.FunctionOf(i);
    if (function == nullptr || !flow.IsSystem(function->declared.file))
      break;
    written = function->name;
  }
  return written.empty() ? callee : WithoutMember(WithoutBase(WithoutArguments(written)));
}

bool TakesPolicy(const rir::Function& callee) {
  return !callee.params.empty() && callee.link_name.find("execution") != std::string::npos &&
         callee.link_name.find("parallel") != std::string::npos;
}

std::string WithoutArguments(std::string_view name) {
  std::string out;
  unsigned depth = 0;
  const bool is_operator = name.find("operator<") != std::string_view::npos;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_operator && name.substr(i).starts_with("operator"))
      return out + std::string(name.substr(i));
    if (name[i] == '<')
      ++depth;
    else if (name[i] == '>' && depth != 0)
      --depth;
    else if (depth == 0)
      out += name[i];
  }
  return out;
}

std::string FirstArgument(std::string_view name) {
  const std::size_t begin = name.find('<');
  if (begin == std::string_view::npos)
    return {};
  unsigned depth = 0;
  for (std::size_t i = begin + 1; i < name.size(); ++i) {
    if (depth == 0 && (name[i] == ',' || name[i] == '>'))
      return std::string(name.substr(begin + 1, i - begin - 1));
    depth += name[i] == '<' ? 1U : 0U;
    depth -= name[i] == '>' ? 1U : 0U;
  }
  return {};
}

unsigned CountArguments(std::string_view name) {
  const std::size_t begin = name.find('<');
  unsigned depth = 0, count = begin == std::string_view::npos ? 0 : 1;
  for (const char c : name.substr(std::min(begin, name.size()))) {
    count += c == ',' && depth == 1 ? 1U : 0U;
    depth += c == '<' ? 1U : 0U;
    depth -= c == '>' ? 1U : 0U;
    if (depth == 0)
      break;
  }
  return count;
}

bool IsAddress(std::string_view type) {
  return type.ends_with("*") || type.starts_with("std::shared_ptr<") || type.starts_with("std::unique_ptr<");
}

std::vector<LibraryCall> LibraryCallsIn(const rir::Module& module, const flow::Flow& flow) {
  std::vector<LibraryCall> calls;
  std::map<std::tuple<InstanceId, rir::FunctionId, std::uint32_t, std::uint32_t>, InstanceId> instances;
  for (InstanceId i = 0; i < flow.instances.size(); ++i) {
    const flow::Instance& instance = flow.instances[i];
    if (instance.caller != flow::kNone)
      instances.try_emplace({instance.caller, instance.function, instance.call.line, instance.call.column}, i);
  }
  for (NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    const auto* call = node.op == nullptr || node.instance == flow::kNone || node.kind == flow::NodeKind::Cell
                           ? nullptr
                           : std::get_if<rir::CallOp>(&node.op->data);
    if (call == nullptr || call->callee.kind != rir::OperandKind::Function)
      continue;
    const rir::Function& callee = module.functions[call->callee.id];
    const rir::FileId file = node.op->location.file;
    const bool is_users = file != rir::kNone && !flow.IsSystem(file);
    const bool is_tbbs = callee.name.starts_with("tbb::");
    if (!is_users || (callee.is_defined && !is_tbbs && !callee.name.starts_with("std::")))
      continue;
    LibraryCall made;
    made.node = id;
    made.callee = &callee;
    made.operands = &call->args;
    made.name = WithoutArguments(callee.name);
    if (is_tbbs && made.name.starts_with(kTbbsOwn))
      made.name.replace(0, kTbbsOwn.size(), "tbb::");
    const auto found =
        instances.find({node.instance, call->callee.id, node.op->location.line, node.op->location.column});
    made.instance = found == instances.end() ? flow::kNone : found->second;
    for (const rir::Operand& arg : call->args)
      made.args.push_back(flow.NodeOf(arg, node.instance));
    calls.push_back(std::move(made));
  }
  return calls;
}

}  // namespace detrain::check
