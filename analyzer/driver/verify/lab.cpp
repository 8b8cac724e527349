// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/verify/lab.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
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

// Beside rank 0's file, in a program with ranks.
fs::path OfRank(const fs::path& path, unsigned rank) {
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".rank%05u", rank);
  return rank == 0 ? path : fs::path(path.string() + suffix);
}

// Of all ranks, as one run's.
Result<Trace> TraceOf(const fs::path& path, unsigned& ranks) {
  std::error_code error;
  Trace trace;
  for (ranks = 0; fs::exists(OfRank(path, ranks), error); ++ranks) {
    DETRAIN_TRY(Trace part, Trace::Read(OfRank(path, ranks).string()));
    if (ranks == 0) {
      trace = std::move(part);
      continue;
    }
    const std::string prefix = OfRank("", ranks).string().substr(1) + "/";
    for (const auto& [step, boundary] : part.boundaries())
      for (const auto& [name, region] : boundary)
        trace.Add(step, prefix + name, region);
  }
  return trace;
}

std::string TextOfAll(const fs::path& path, unsigned ranks) {
  std::string text = TextOf(path);
  for (unsigned rank = 1; rank < ranks; ++rank)
    text += TextOf(OfRank(path, rank));
  return text;
}

// Our standard input under a name that a child can open for itself. Empty: it is no regular file.
std::string OwnInputFile() {
  const std::string path = "/proc/" + std::to_string(getpid()) + "/fd/0";
  std::error_code error;
  return fs::is_regular_file(path, error) ? path : "";
}

// Two runs that spin while they wait would fight for the cores; waiting quietly changes no result.
void WaitQuietly(Environment& environment) {
  environment.emplace("OMP_WAIT_POLICY", "passive");
}

}  // namespace

std::string Record::FirstErrorLine() const {
  const std::size_t word = errors.find_first_not_of("-\n");  // Open MPI frames what it says
  return word == std::string::npos ? "" : errors.substr(word, errors.find('\n', word) - word);
}

std::string Record::LastWordOfRuntime() const {
  const std::size_t end = errors.find_last_not_of('\n');
  if (end == std::string::npos || outcome.signal != 0 || outcome.code < 2 || outcome.code > 4)
    return "";
  const std::size_t before = errors.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::string last = errors.substr(begin, end + 1 - begin);
  return last.starts_with("detrain: ") ? last : "";
}

Lab::Lab(const Settings& settings, ScratchFolder folder, WorkingCopy working_copy)
    : settings_(settings),
      folder_(std::move(folder)),
      working_copy_(std::move(working_copy)),
      timeout_(settings.timeout),
      input_(OwnInputFile()) {}

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
  if (!request.launcher.empty()) {
    spec.argv.front() = spec.executable;
    spec.argv.insert(spec.argv.begin(), request.launcher.begin(), request.launcher.end());
    spec.executable = request.launcher.front();
  }
  spec.directory = working_copy_.DirectoryIn(place.tree()).string();
  spec.stdin_path = !input_.empty() ? input_ : request.input;
  spec.stdout_path = place.text().string();
  spec.stderr_path = (place.root / (stem + ".errors")).string();
  spec.timeout = request.timeout > 0 ? request.timeout : timeout_;
  spec.affinity = request.affinity;
  spec.cpu_seconds = request.cpu_seconds;
  spec.enough_lines = request.enough_lines;
  Environment environment = CleanEnvironment();
  WaitQuietly(environment);
  // Open MPI 4.1 removes the folder that all jobs of a user share when one of them ends, also while another one begins.
  if (!request.launcher.empty())
    environment.emplace("OMPI_MCA_orte_tmpdir_base", place.root.string());
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
  DETRAIN_TRY(record.trace, TraceOf(place.root / (stem + ".trace"), record.ranks));
  record.text = TextOfAll(place.text(), record.ranks);
  record.errors = TextOf(place.root / (stem + ".errors"));
  const std::string report = TextOfAll(place.root / (stem + ".report"), record.ranks);
  record.poisoned = PoisonedBytes(report);
  record.may_be_poisoned = PoisonedEntries(report);
  record.ablated = AblatedEntries(report);
  record.files = StatesOf(place.tree(), working_copy_.DirectoryIn(place.tree()));
  return record;
}

}  // namespace detrain::driver::verify
