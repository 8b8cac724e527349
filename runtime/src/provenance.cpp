// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "provenance.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "build_record.h"
#include "data_files.h"
#include "disk.h"
#include "environment.h"
#include "fail.h"
#include "image.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

// Names that DETRAIN_ALLOW may hold.
constexpr const char* kNames[] = {"arguments", "libraries",   "cpu",  "gpu",     "driver",
                                  "threads",   "environment", "data", "sources", "compiler"};

// What cannot be read must not pass for what is not there: a resume would be held to it.
void CheckRead(const std::string& path, int error) {
  if (error != 0 && error != ENOENT && error != EACCES)
    Fail("cannot read " + path + ": " + ErrorText(error));
}

std::string ValueIn(const std::string& file, const std::string& key) {
  std::string text;
  CheckRead(file, ReadWhole(file, text));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (line.compare(0, key.size(), key) == 0 && colon != std::string::npos)
      return line.substr(std::min(line.size(), line.find_first_not_of(" \t", colon + 1)));
  }
  return "";
}

// As NVIDIA's kernel module tells it; empty where there is none.
std::string Gpus() {
  std::string all;
  const std::string folder = "/proc/driver/nvidia/gpus";
  std::vector<std::string> names;
  CheckRead(folder, List(folder, names));
  for (const std::string& name : names)
    all += (all.empty() ? "" : ", ") + ValueIn(folder + "/" + name + "/information", "Model");
  return all;
}

std::string Driver() {
  return ValueIn("/proc/driver/nvidia/version", "NVRM version");
}

std::string Threads() {
  const char* asked = std::getenv("OMP_NUM_THREADS");
  if (asked != nullptr && *asked != 0)
    return asked;
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  sched_getaffinity(0, sizeof cpus, &cpus);
  return std::to_string(CPU_COUNT(&cpus));
}

Json Builds() {
  Json builds = Json::object();
  for (const std::string& path : Libraries()) {
    const std::string name = path.substr(path.rfind('/') + 1);
    Image image;
    if (FindImage(name, image))
      builds[name] = BuildOf(image.base);
  }
  return builds;
}

// A library that makes the number of threads count.
bool HasOpenMp() {
  const std::vector<std::string> libraries = Libraries();
  return std::any_of(libraries.begin(), libraries.end(), [](const std::string& path) {
    return path.find("libgomp") != std::string::npos || path.find("libomp") != std::string::npos ||
           path.find("libiomp") != std::string::npos;
  });
}

// Those that choose algorithms or libraries.
bool ChangesBits(const std::string& name) {
  for (const char* prefix : {"MKL_", "OPENBLAS_", "BLIS_", "NCCL_", "CUBLAS_", "CUDNN_", "NVIDIA_TF32", "OMP_DYNAMIC",
                             "OMP_SCHEDULE", "GLIBC_TUNABLES", "LD_PRELOAD"}) {
    if (name.compare(0, std::strlen(prefix), prefix) == 0)
      return true;
  }
  return false;
}

Json Hardware(const std::string& processor) {
  return {{"processor", processor}, {"gpu", Gpus()}, {"driver", Driver()}, {"threads", Threads()}};
}

std::string Processor() {
  return ValueIn("/proc/cpuinfo", "model name");
}

Json System() {
  utsname name{};
  uname(&name);
  return {{"kernel", std::string(name.sysname) + " " + name.release}, {"host", name.nodename}};
}

std::string TextOf(const Json& json, const char* key) {
  const auto at = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && at != json.end() && at->is_string() ? at->get<std::string>() : "";
}

const Json& ObjectAt(const Json& json, const char* key) {
  static const auto* none = new Json(Json::object());
  const auto at = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && at != json.end() ? *at : *none;
}

// Whether a manifest would tell of the variable. Those of earlier versions have no list and hold all.
bool Covers(const Json& manifest, const std::string& name) {
  if (!manifest.contains("environment_kinds") || ObjectAt(manifest, "environment").contains(name))
    return true;
  for (const Json& kind : ObjectAt(manifest, "environment_kinds"))
    if (kind.is_string() && name.compare(0, kind.get<std::string>().size(), kind.get<std::string>()) == 0)
      return true;
  return false;
}

// A secret is in no manifest, so that it cannot be held against one.
void CompareEnvironment(const Json& manifest, Comparison& comparison) {
  const Json& then = ObjectAt(manifest, "environment");
  std::set<std::string> names;
  for (const auto& [name, value] : then.items())
    names.insert(name);
  for (char** at = environ; at != nullptr && *at != nullptr; ++at)
    names.insert(std::string(*at, std::strcspn(*at, "=")));
  for (const std::string& name : names) {
    const char* set = std::getenv(name.c_str());
    const std::string now = set != nullptr ? set : "";
    if (ChangesBits(name) && Covers(manifest, name) && !IsSecret(name, now))
      comparison.Require("environment", "variable " + name, TextOf(then, name.c_str()), now);
  }
}

}  // namespace

void AddProvenance(Json& manifest) {
  manifest["builds"] = Builds();
  manifest["hardware"] = Hardware(Processor());
  manifest["system"] = System();
  manifest["data"] = DataOfStart();
  manifest["build"] = BuildRecord();
}

namespace {

// Commands of one unit or of the link, as the user would write them.
std::string WordsOf(const Json& json, const char* key) {
  std::string text;
  for (const Json& word : ObjectAt(json, key))
    text += (text.empty() ? "" : " ") + (word.is_string() ? word.get<std::string>() : "");
  return text;
}

// One item of a list for each value of `key`.
std::map<std::string, Json> ByKey(const Json& list, const char* key) {
  std::map<std::string, Json> items;
  for (const Json& item : list)
    items[TextOf(item, key)] = item;
  return items;
}

// Comments and white space change no bits.
void CompareSources(const Json& was, const Json& is, Comparison& comparison) {
  auto then = ByKey(ObjectAt(was, "sources"), "path");
  auto now = ByKey(ObjectAt(is, "sources"), "path");
  std::set<std::string> paths;
  for (const auto* files : {&then, &now})
    for (const auto& [path, file] : *files)
      paths.insert(path);
  for (const std::string& path : paths) {
    const bool is_same = TextOf(then[path], "tokens") == TextOf(now[path], "tokens");
    const std::string what = is_same ? "the text of " + path + " (comments and blanks alone)" : "the text of " + path;
    const std::string before = TextOf(then[path], "hash");
    const std::string after = TextOf(now[path], "hash");
    if (is_same)
      comparison.Show(what, before, after);
    else
      comparison.Require("sources", what, before, after);
  }
}

void CompareFlags(const Json& was, const Json& is, Comparison& comparison) {
  auto then = ByKey(ObjectAt(was, "units"), "file");
  for (const auto& [file, unit] : ByKey(ObjectAt(is, "units"), "file")) {
    if (then.count(file) != 0)
      comparison.Require("compiler", "the compile command of " + file, WordsOf(then[file], "flags"),
                         WordsOf(unit, "flags"));
  }
  comparison.Require("compiler", "the link command", WordsOf(was, "link"), WordsOf(is, "link"));
  comparison.Require("compiler", "what detrain cc was asked for", WordsOf(was, "options"), WordsOf(is, "options"));
  std::set<std::string> names;
  for (const Json* build : {&was, &is})
    for (const auto& [name, version] : ObjectAt(*build, "compilers").items())
      names.insert(name);
  for (const std::string& name : names)
    comparison.Require("compiler", "compiler " + name, TextOf(ObjectAt(was, "compilers"), name.c_str()),
                       TextOf(ObjectAt(is, "compilers"), name.c_str()));
  comparison.Require("compiler", "detrain", TextOf(was, "detrain"), TextOf(is, "detrain"));
}

std::string Revision(const Json& build) {
  const Json& git = ObjectAt(build, "git");
  const std::string diff = TextOf(git, "diff_hash");
  return TextOf(git, "revision") + (diff.empty() ? "" : " with changes " + diff);
}

}  // namespace

void CompareBuilds(const Json& was, const Json& is, Comparison& comparison) {
  if (!was.is_object() || !is.is_object() || was.empty() || is.empty()) {
    comparison.Show("the record of what the program was built from", was.is_object() && !was.empty() ? "one" : "none",
                    is.is_object() && !is.empty() ? "one" : "none");
    return;
  }
  // Other state is to be saved: the loop refuses that, and names the entry.
  if (TextOf(was, "plan") != TextOf(is, "plan"))
    return;
  CompareSources(was, is, comparison);
  CompareFlags(was, is, comparison);
  comparison.Show("the git revision", Revision(was), Revision(is));
}

void CheckProvenance(const Json& manifest, const std::vector<std::string>& written, Comparison& comparison) {
  std::istringstream names(GetSettings().allow);
  for (std::string name; std::getline(names, name, ',');) {
    if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames))
      Refuse("DETRAIN_ALLOW=" + GetSettings().allow + ": " + name + " is no name of a difference");
  }
  const Json now = Builds();
  for (const auto& [name, build] : ObjectAt(manifest, "builds").items()) {
    if (now.contains(name))
      comparison.Require("libraries", "library " + name, build.is_string() ? build.get<std::string>() : "",
                         TextOf(now, name.c_str()));
  }
  const Json& hardware = ObjectAt(manifest, "hardware");
  if (hardware.contains("gpu")) {  // else it is a manifest of an earlier version
    comparison.Require("cpu", "the processor", TextOf(hardware, "processor"), Processor());
    comparison.Require("gpu", "the GPU", TextOf(hardware, "gpu"), Gpus());
    comparison.Require("driver", "the GPU's driver", TextOf(hardware, "driver"), Driver());
    if (HasOpenMp())
      comparison.Require("threads", "the number of threads", TextOf(hardware, "threads"), Threads());
    CompareEnvironment(manifest, comparison);
  }
  std::vector<Json> files = ReadDataOfLoop(TheRun().source);
  for (const Json& data : ObjectAt(manifest, "data"))
    files.push_back(data);
  for (const Json& data : files) {
    const std::string key = TextOf(data, "path");
    if (!key.empty() && std::find(written.begin(), written.end(), key) == written.end())
      comparison.Require("data", "the content of " + key, TextOf(data, "hash"), HashOfData(key));
  }
  if (manifest.contains("build"))
    CompareBuilds(ObjectAt(manifest, "build"), BuildRecord(), comparison);
  comparison.Show("the host", TextOf(ObjectAt(manifest, "system"), "host"), TextOf(System(), "host"));
  comparison.Show("the kernel", TextOf(ObjectAt(manifest, "system"), "kernel"), TextOf(System(), "kernel"));
}

}  // namespace detrain::runtime
