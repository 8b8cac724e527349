// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/config/config.h"
#include "analyzer/plan/hash.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;
using plan::Persistence;

// The path itself, or what holds it: "model" names "model.w" and "model[]".
bool Holds(const std::string& rule, const std::string& path) {
  return path.starts_with(rule) && (path.size() == rule.size() || path[rule.size()] == '.' ||
                                    path[rule.size()] == '[' || path[rule.size()] == '-');
}

// A pointer that only gives its block a name has no entry: the path is then the block's.
bool IsLeafOf(const plan::Leaf& leaf, const std::string& path) {
  return leaf.path == path && (!leaf.names_object || leaf.count != 1);
}

bool IsHandle(plan::DType dtype) {
  return dtype == plan::DType::Ptr || dtype == plan::DType::File || dtype == plan::DType::Fd || IsStream(dtype);
}

std::vector<plan::Leaf*> LeavesOf(plan::CheckpointPlan& plan, const std::string& path) {
  std::vector<plan::Leaf*> leaves;
  for (plan::Region& region : plan.regions)
    for (plan::Leaf& leaf : region.leaves)
      if (IsLeafOf(leaf, path))
        leaves.push_back(&leaf);
  return leaves;
}

void Save(plan::Entry& entry, const plan::Place& place, plan::CheckpointPlan& plan) {
  if (entry.saved)
    return;
  for (plan::Leaf* leaf : LeavesOf(plan, entry.path))
    leaf->persistence = Persistence::Carried;
  entry.persistence = Persistence::Carried;
  entry.saved = true;
  entry.why.push_back({place, "state.save asks for it"});
}

// The entry keeps its persistence, so that a reader sees what is missing; the runtime treats its bytes as dead.
Result<void> Ignore(plan::Entry& entry, const StateRule& rule, const plan::Place& place, plan::CheckpointPlan& plan) {
  const std::vector<plan::Leaf*> leaves = LeavesOf(plan, entry.path);
  if (std::any_of(leaves.begin(), leaves.end(), [](const plan::Leaf* leaf) { return IsHandle(leaf->dtype); }))
    return diag::Fail<Failure::CannotIgnore>(Location{place.file, place.line, 0}, entry.path);
  for (plan::Leaf* leaf : leaves)
    leaf->persistence = Persistence::Dead;
  entry.saved = false;
  entry.why.push_back({place, "left out, because state.ignore says: " + rule.reason});
  plan.assumptions.push_back({entry.path, place, "user", "its loss changes nothing: " + rule.reason});
  if (plan.guarantee == plan::Guarantee::Bitwise)
    plan.guarantee = plan::Guarantee::Modelled;
  return {};
}

// How many entries of one loop's plan it names.
Result<std::size_t> SaveAll(const Config& config, const StateRule& rule, plan::CheckpointPlan& plan) {
  std::size_t known = 0;
  for (plan::Entry& entry : plan.entries) {
    if (!Holds(rule.path, entry.path))
      continue;
    ++known;
    Save(entry, {config.file, rule.line, 0}, plan);
  }
  return known;
}

// Nothing is left out but what is named to the letter.
Result<std::size_t> IgnoreOne(const Config& config, const StateRule& rule, plan::CheckpointPlan& plan) {
  const auto entry = std::find_if(plan.entries.begin(), plan.entries.end(),
                                  [&](const plan::Entry& candidate) { return candidate.path == rule.path; });
  if (entry == plan.entries.end())
    return 0;
  if (entry->saved)
    DETRAIN_TRY_VOID(Ignore(*entry, rule, {config.file, rule.line, 0}, plan));
  return 1;
}

// To each of loops in a row; some of them must have such an entry.
template <typename Apply>
Result<void> ApplyRule(const Config& config, const StateRule& rule, const char* verb, plan::CheckpointPlan& row,
                       Apply apply) {
  std::size_t known = 0;
  Result<void> done;
  plan::ForEachLoop(row, [&](plan::CheckpointPlan& plan) {
    const Result<std::size_t> found = done ? apply(config, rule, plan) : 0;
    if (!found)
      done = found.error();
    else
      known += *found;
  });
  if (done && known == 0)
    return diag::Fail<Failure::NoSuchEntry>(Location{config.file, rule.line, 0}, verb, rule.path);
  return done;
}

// What is saved comes first.
void Sort(plan::CheckpointPlan& plan) {
  std::stable_partition(plan.entries.begin(), plan.entries.end(), [](const plan::Entry& entry) { return entry.saved; });
}

// As short as it can be said from where the user stands.
std::string NameOf(const fs::path& config) {
  std::error_code error;
  const fs::path relative = fs::relative(config, fs::current_path(), error);
  return error || relative.empty() || *relative.begin() == ".." ? config.string() : relative.string();
}

}  // namespace

fs::path FindConfig(const fs::path& source) {
  std::error_code error;
  for (fs::path folder = fs::absolute(source).lexically_normal().parent_path();; folder = folder.parent_path()) {
    if (fs::exists(folder / ".detrain", error) && !fs::is_directory(folder / ".detrain", error))
      return folder / ".detrain";
    if (folder == folder.root_path() || folder.empty())
      return {};
  }
}

Result<void> ApplyState(const Config& config, plan::CheckpointPlan& plan) {
  for (const StateRule& rule : config.save)
    DETRAIN_TRY_VOID(ApplyRule(config, rule, "save", plan, SaveAll));
  for (const StateRule& rule : config.ignore)
    DETRAIN_TRY_VOID(ApplyRule(config, rule, "ignore", plan, IgnoreOne));
  plan::ForEachLoop(plan, Sort);
  const std::string hash = plan::HashOf(plan);
  plan::ForEachLoop(plan, [&](plan::CheckpointPlan& loop) { loop.hash = hash; });
  return {};
}

Result<Config> NearestConfig(const fs::path& source) {
  const fs::path file = FindConfig(source);
  if (file.empty())
    return Config();
  DETRAIN_TRY(const std::string text, ReadFile(file.string()));
  return ParseConfig(text, NameOf(file));
}

Result<void> ApplyNearestConfig(const fs::path& source, plan::CheckpointPlan& plan) {
  DETRAIN_TRY(const Config config, NearestConfig(source));
  if (config.save.empty() && config.ignore.empty())
    return {};
  return ApplyState(config, plan);
}

}  // namespace detrain::driver
