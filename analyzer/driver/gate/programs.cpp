// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/gate/programs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace detrain::driver::gate {
namespace {

struct Symbols {
  std::set<std::string> defined, wanted;
};

Symbols SymbolsOf(const rir::Module& unit) {
  Symbols symbols;
  for (const rir::Function& function : unit.functions)
    (function.is_defined ? symbols.defined : symbols.wanted).insert(function.link_name);
  for (const rir::Region& region : unit.regions)
    if (region.kind == rir::RegionKind::Global)
      (region.is_defined ? symbols.defined : symbols.wanted).insert(region.link_name);
  return symbols;
}

class Linker {
 public:
  explicit Linker(std::span<const rir::Module* const> units) {
    for (const rir::Module* unit : units)
      symbols_.push_back(SymbolsOf(*unit));
    for (std::size_t i = 0; i < units.size(); ++i)
      if (!DefinesMain(*units[i]))
        for (const std::string& name : symbols_[i].defined)
          definer_.try_emplace(name, i);
  }

  // Of a function that several units define, as templates and inline ones are, the unit's own counts, else the first.
  std::set<std::size_t> ClosureOf(std::size_t main) const {
    std::set<std::size_t> program = {main};
    std::vector<std::size_t> open = {main};
    while (!open.empty()) {
      const Symbols& unit = symbols_[open.back()];
      open.pop_back();
      for (const std::string& name : unit.wanted)
        if (const auto found = definer_.find(name); found != definer_.end() && program.insert(found->second).second)
          open.push_back(found->second);
    }
    return program;
  }

 private:
  std::vector<Symbols> symbols_;
  std::map<std::string, std::size_t> definer_;
};

}  // namespace

bool DefinesMain(const rir::Module& unit) {
  return std::any_of(unit.functions.begin(), unit.functions.end(),
                     [](const rir::Function& function) { return function.is_defined && function.link_name == "main"; });
}

std::vector<std::vector<std::size_t>> ProgramsOf(std::span<const rir::Module* const> units) {
  const Linker linker(units);
  std::vector<std::vector<std::size_t>> programs;
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!DefinesMain(*units[i]))
      continue;
    const std::set<std::size_t> program = linker.ClosureOf(i);
    taken.insert(program.begin(), program.end());
    programs.emplace_back(program.begin(), program.end());
  }
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < units.size(); ++i)
    if (!taken.contains(i))
      rest.push_back(i);
  if (!rest.empty())
    programs.push_back(std::move(rest));
  return programs;
}

}  // namespace detrain::driver::gate
