// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/lab.h"

#include <atomic>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/verify/report_lines.h"

namespace detrain::driver::verify {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  const Result<std::string> text = ReadFile(path.string());
  return text ? *text : std::string();
}

// Files of one process; a place sees several, so each gets its own names.
std::string FreshStem() {
  static std::atomic<int> count = 0;
  return "run" + std::to_string(count++);
}

// Two runs that spin while they wait would fight for the cores; waiting quietly changes no result.
void WaitQuietly(Environment& environment) {
  environment.emplace("OMP_WAIT_POLICY", "passive");
}

}  // namespace

std::string Record::FirstErrorLine() const {
  return errors.substr(0, errors.find('\n'));
}

Lab::Lab(const Settings& settings, ScratchFolder folder, WorkingCopy working_copy)
    : settings_(settings),
      folder_(std::move(folder)),
      working_copy_(std::move(working_copy)),
      timeout_(settings.timeout) {}

Result<Lab> Lab::Open(const Settings& settings) {
  DETRAIN_TRY(WorkingCopy copy, WorkingCopy::Of(settings.directory));
  DETRAIN_TRY(ScratchFolder folder, ScratchFolder::Make(ScratchParent(copy.bytes()), "detrain-verify"));
  return Lab(settings, std::move(folder), std::move(copy));
}

Result<Place> Lab::MakeReferencePlace() {
  const Place place{folder_.path() / "reference"};
  DETRAIN_TRY_VOID(working_copy_.MakeReference(place.tree()));
  return place;
}

Result<void> Lab::MakeRoomFor(std::uint64_t bytes) {
  const fs::path parent = ScratchParent(bytes + working_copy_.bytes());
  if (parent == folder_.path().parent_path())
    return {};
  DETRAIN_TRY(ScratchFolder places, ScratchFolder::Make(parent, "detrain-verify"));
  places_.emplace(std::move(places));
  return {};
}

Result<Place> Lab::MakePlace(const std::string& name) const {
  const Place place{(places_ ? places_->path() : folder_.path()) / name};
  DETRAIN_TRY_VOID(working_copy_.Make(place.tree()));
  return place;
}

void Lab::Discard(const Place& place) const {
  std::error_code ignored;
  fs::remove_all(place.root, ignored);
}

ChildSpec Lab::SpecOf(const Place& place, const Request& request, const std::string& stem) const {
  ChildSpec spec;
  spec.argv = settings_.program;
  spec.executable = request.is_original ? settings_.original : settings_.executable;
  spec.directory = working_copy_.DirectoryIn(place.tree()).string();
  spec.stdin_path = "/dev/null";
  spec.stdout_path = place.text().string();
  spec.stderr_path = (place.root / (stem + ".errors")).string();
  spec.timeout = timeout_;
  spec.affinity = request.affinity;
  spec.enough_lines = request.enough_lines;
  Environment environment = CleanEnvironment();
  WaitQuietly(environment);
  environment["PWD"] = spec.directory;
  if (!request.is_original) {
    environment["DETRAIN_DIR"] = place.checkpoints().string();
    environment["DETRAIN_TRACE"] = (place.root / (stem + ".trace")).string();
    environment["DETRAIN_REPORT"] = (place.root / (stem + ".report")).string();
    environment["DETRAIN_TEXT"] = place.text().string();
    environment["DETRAIN_HASH"] = "all";
    environment["DETRAIN_ALLOW"] = "threads,environment";  // they are varied on purpose
    environment["DETRAIN_MASK_LOG"] = "a";
  }
  for (const auto& [name, value] : request.variables)
    environment[name] = value;
  spec.environment = std::move(environment);
  return spec;
}

Result<Record> Lab::Execute(const Place& place, const Request& request) const {
  const std::string stem = FreshStem();
  Record record;
  record.name = request.name;
  DETRAIN_TRY(record.outcome, Run(SpecOf(place, request, stem)));
  const fs::path trace = place.root / (stem + ".trace");
  std::error_code error;
  if (fs::exists(trace, error)) {
    DETRAIN_TRY(record.trace, Trace::Read(trace.string()));
  }
  record.text = TextOf(place.text());
  record.errors = TextOf(place.root / (stem + ".errors"));
  const std::string report = TextOf(place.root / (stem + ".report"));
  record.poisoned = PoisonedBytes(report);
  record.ablated = AblatedEntries(report);
  record.files = StatesOf(place.tree(), working_copy_.DirectoryIn(place.tree()));
  return record;
}

}  // namespace detrain::driver::verify
