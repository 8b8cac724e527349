// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/past_run.h"

#include <system_error>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/json_access.h"
#include "analyzer/driver/options.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver {

namespace fs = std::filesystem;

namespace {

// What the manifest has no say in is as here. One of an earlier version holds all variables.
Environment OursBeside(const Json& manifest) {
  Environment ours;
  if (!MemberAt(manifest, "environment_kinds").is_array())
    return ours;
  ours = CleanEnvironment();
  for (const std::string& kind : TextsAt(manifest, "environment_kinds"))
    std::erase_if(ours, [&](const auto& variable) { return variable.first.starts_with(kind); });
  return ours;
}

Environment VariablesOf(const Json& manifest) {
  Environment variables = OursBeside(manifest);
  const Json& recorded = MemberAt(manifest, "environment");
  if (!recorded.is_object())
    return variables;
  for (const auto& [name, value] : recorded.items()) {
    variables.erase(name);
    if (value.is_string() && !name.starts_with("DETRAIN_"))
      variables[name] = value.get<std::string>();
  }
  return variables;
}

}  // namespace

Result<PastRun> ReadPastRun(const fs::path& dir) {
  fs::path run = fs::absolute(dir).lexically_normal();
  if (!run.has_filename())
    run = run.parent_path();
  const fs::path path = run / "manifest.json";
  std::error_code error;
  if (!fs::exists(path, error))
    return diag::Fail<diag::Failure::NoRun>({}, run.string());
  DETRAIN_TRY(const std::string text, ReadFile(path.string()));
  const Json manifest = Json::parse(text, nullptr, false);
  if (const std::string schema = TextAt(manifest, "schema"); schema != "detrain-manifest/1")
    return diag::Fail<diag::Failure::OtherVersion>(Location{path.string(), 0, 0}, OneLine(schema),
                                                   "detrain-manifest/1");
  PastRun past{run, TextsAt(manifest, "arguments"), TextAt(manifest, "executable"), TextAt(manifest, "folder"), {}};
  past.variables = VariablesOf(manifest);
  return past;
}

}  // namespace detrain::driver
