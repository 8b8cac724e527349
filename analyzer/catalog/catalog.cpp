// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/catalog/catalog.h"

#include <algorithm>

#include "analyzer/base/check.h"
#include "analyzer/catalog/embedded.h"

namespace detrain::catalog {

Catalog Catalog::Builtin() {
  Catalog catalog;
  for (const EmbeddedFile& file : EmbeddedFiles()) {
    const Result<void> added = catalog.Add(file.text, std::string(file.name), false);
    Check(added.Ok(), added.Ok() ? "" : std::string(file.name) + ": " + added.error().message);
  }
  return catalog;
}

const Row* Catalog::Find(std::string_view function) const {
  const auto found = rows_.find(function);
  return found == rows_.end() ? nullptr : &found->second;
}

const Row* Catalog::FindOf(std::string_view function, std::string_view record) const {
  return Find(std::string(function) + " of " + std::string(record));
}

const Region* Catalog::FindRegion(std::string_view name) const {
  const auto found = regions_.find(name);
  return found == regions_.end() ? nullptr : &found->second;
}

std::optional<std::string_view> Catalog::MemberName(std::string_view type, std::string_view member) const {
  const auto found = members_.find({std::string(type), std::string(member)});
  return found == members_.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

std::string_view Catalog::HandleName(std::string_view type) const {
  const auto found = handles_.find(type);
  return found == handles_.end() ? std::string_view() : std::string_view(found->second);
}

const Library* Catalog::LibraryOf(std::string_view space) const {
  const auto found = libraries_.find(space);
  return found == libraries_.end() ? nullptr : &found->second;
}

std::string_view Catalog::ObjectName(std::string_view type) const {
  const auto found = objects_.find(type);
  return found == objects_.end() ? std::string_view() : std::string_view(found->second);
}

namespace {

bool Matches(std::string_view pattern, std::string_view name) {
  const bool is_open = pattern.ends_with('*');
  if (is_open)
    pattern.remove_suffix(1);
  if (!pattern.starts_with('*'))
    return is_open ? name.starts_with(pattern) : name == pattern;
  pattern.remove_prefix(1);
  return is_open ? name.find(pattern) != std::string_view::npos : name.ends_with(pattern);
}

}  // namespace

bool IsNamed(const std::vector<std::string>& patterns, std::string_view name) {
  return IsNamed(patterns, "", name);
}

bool IsNamed(const std::vector<std::string>& patterns, std::string_view type, std::string_view name) {
  return std::ranges::any_of(patterns, [&](std::string_view pattern) {
    const std::size_t colons = pattern.find("::");
    return colons == std::string_view::npos
               ? Matches(pattern, name)
               : Matches(pattern.substr(0, colons), type) && Matches(pattern.substr(colons + 2), name);
  });
}

std::string ModelLine(const std::string& function, const std::vector<std::string>& parameters) {
  std::string names;
  for (const std::string& parameter : parameters)
    names += (names.empty() ? "\"" : ", \"") + parameter + "\"";
  return R"({"functions": [{"name": ")" + function + R"(", "parameters": [)" + names + R"(], "effects": []}]})";
}

}  // namespace detrain::catalog
