// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/announced.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/rewrite/tables.h"
#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

namespace {

// What the text of a patch announces.
struct Announced {
  std::set<std::string> binds;    // "_1(7": of the plan with that suffix, region 7
  std::set<std::string> statics;  // paths as string literals
};

constexpr std::array<std::string_view, 7> kStaticCalls = {
    "detrain_register(", "detrain_register_thread_local(", "detrain_register_symbol(", "detrain_register_managed(",
    "DETRAIN_STATIC(",   "DETRAIN_MADE_STATIC(",           "DETRAIN_THREAD_STATIC("};
constexpr std::array<std::string_view, 4> kBindMacros = {"DETRAIN_BIND", "DETRAIN_REFERENCE", "DETRAIN_LIST",
                                                         "DETRAIN_ARRAY"};
constexpr std::string_view kHeaderStatic = "DETRAIN_STATIC_";

template <typename Use>
void ForEachMention(std::string_view text, std::string_view word, Use use) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    use(text.substr(at + word.size()));
}

std::string_view LiteralAt(std::string_view text) {
  if (!text.starts_with('"'))
    return {};
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '"')
      return text.substr(0, at + 1);
    if (text[at] == '\\')
      ++at;
  }
  return {};
}

void AddStatics(std::string_view text, Announced& announced) {
  for (const std::string_view call : kStaticCalls)
    ForEachMention(text, call, [&](std::string_view rest) {
      if (const std::string_view path = LiteralAt(rest); !path.empty())
        announced.statics.emplace(path);
    });
}

// A static of a function in a header is announced by a macro that each unit's generated header defines.
void AddHeaderStatics(std::string_view text, const Patch& patch, Announced& announced) {
  ForEachMention(text, kHeaderStatic, [&](std::string_view rest) {
    const std::string definition =
        "#define " + std::string(kHeaderStatic) + std::string(rest.substr(0, rest.find('('))) + "(name) ";
    for (const NewFile& file : patch.files)
      ForEachMention(file.text, definition,
                     [&](std::string_view line) { AddStatics(line.substr(0, line.find('\n')), announced); });
  });
}

void AddBinds(std::string_view text, Announced& announced) {
  for (const std::string_view macro : kBindMacros)
    ForEachMention(text, macro, [&](std::string_view rest) {
      const std::size_t bracket = rest.find('(');
      const std::size_t comma = rest.find(',');
      if (bracket != std::string_view::npos && comma != std::string_view::npos && bracket < comma)
        announced.binds.emplace(rest.substr(0, comma));
    });
}

Announced AnnouncedBy(const Patch& patch) {
  Announced announced;
  for (const Edit& edit : patch.edits) {
    AddStatics(edit.text, announced);
    AddHeaderStatics(edit.text, patch, announced);
    AddBinds(edit.text, announced);
  }
  return announced;
}

// As the runtime's walk does: runtime/src/walk.h, IsFollowed.
bool IsFollowed(const plan::Leaf& leaf) {
  return leaf.dtype == plan::DType::Ptr && leaf.target >= 0 &&
         (leaf.keep || plan::IsSaved(leaf.persistence) || leaf.persistence == plan::Persistence::Invariant);
}

class Reach {
 public:
  Reach(const plan::CheckpointPlan& plan, const Announced& announced) : plan_(plan), reached_(plan.regions.size()) {
    for (std::size_t r = 0; r < plan.regions.size(); ++r)
      if (IsRoot(r, announced))
        Add(r);
    while (!queue_.empty()) {
      const std::size_t from = queue_.back();
      queue_.pop_back();
      Follow(from);
    }
  }

  [[nodiscard]] const plan::Region* FirstMissing() const {
    for (std::size_t r = 0; r < reached_.size(); ++r)
      if (!reached_[r] && IsSaved(plan_.regions[r]))
        return &plan_.regions[r];
    return nullptr;
  }

 private:
  [[nodiscard]] bool IsRoot(std::size_t r, const Announced& announced) const {
    const plan::Region& region = plan_.regions[r];
    if (region.kind != plan::RegionKind::Variable)  // all blocks that nothing leads to need no announcement
      return region.kind == plan::RegionKind::Hidden || region.path == plan::kHeapImage;
    if (announced.statics.contains(Quoted(region.path)))
      return true;
    return announced.binds.contains(SuffixOf(plan_) + "(" + std::to_string(r));
  }

  void Add(std::size_t r) {
    if (!reached_[r])
      queue_.push_back(r);
    reached_[r] = true;
  }

  void Follow(std::size_t from) {
    for (const plan::Leaf& leaf : plan_.regions[from].leaves)
      if (IsFollowed(leaf))
        Add(static_cast<std::size_t>(leaf.target));
    for (std::size_t r = 0; r < reached_.size(); ++r)
      if (plan_.regions[r].class_of == static_cast<std::int32_t>(from))
        Add(r);
  }

  const plan::CheckpointPlan& plan_;
  std::vector<bool> reached_;
  std::vector<std::size_t> queue_;
};

}  // namespace

Result<void> CheckAnnounced(std::span<const plan::CheckpointPlan> plans, const Patch& patch) {
  const Announced announced = AnnouncedBy(patch);
  for (const plan::CheckpointPlan& plan : plans)
    if (const plan::Region* missing = Reach(plan, announced).FirstMissing())
      return NotCovered(missing->declared.line != 0 ? missing->declared : plan.step_loop.place,
                        "'" + missing->path +
                            "' is saved, but nothing in the rewritten program announces it or leads to it; this is a "
                            "fault of detrain, and no program is written");
  return {};
}

}  // namespace detrain::rewrite
