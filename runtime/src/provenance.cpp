// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "provenance.h"

#include <sched.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sstream>

#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "image.h"
#include "paths.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

// Names that DETRAIN_ALLOW may hold.
constexpr const char* kNames[] = {"arguments", "libraries", "cpu", "gpu", "driver", "threads", "environment", "data"};

std::set<std::string>& DataFiles() {
  static auto* files = new std::set<std::string>;
  return *files;
}

std::string ValueIn(const std::string& file, const std::string& key) {
  std::string text;
  ReadWhole(file, text);
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
  if (List(folder, names) != 0)
    return "";
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

Json DataOf(const std::string& key) {
  std::uint64_t size = 0;
  std::uint64_t hash = 0;
  const std::string path = PathOf(key);
  if (FileSize(path, size) != 0 || HashPrefix(path, size, hash) != 0)
    return nullptr;
  return {{"path", key}, {"bytes", size}, {"hash", Hex(hash)}};
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

// Compares one thing after the other.
class Comparison {
 public:
  explicit Comparison(std::string dir) : dir_(std::move(dir)) {}

  void Show(const std::string& what, const std::string& was, const std::string& is) {
    if (was != is && !was.empty())
      Say("resume: " + what + " is " + (is.empty() ? "nothing" : is) + ", the checkpoint's run had " + was);
  }

  void Require(const std::string& name, const std::string& what, const std::string& was, const std::string& is) {
    if (was == is)
      return;
    const std::string line =
        what + " is " + (is.empty() ? "nothing" : is) + ", the checkpoint's run had " + (was.empty() ? "nothing" : was);
    if (!IsAllowed(name))
      Refuse("entry " + name + ": " + line + "; this may change bits; accept it with --allow " + name +
             " (DETRAIN_ALLOW)");
    Say("resume: " + line + "; allowed");
    Record({{"name", name}, {"what", what}, {"was", was}, {"is", is}, {"from", TheRun().source_step}});
  }

 private:
  void Record(const Json& json) const {
    if (dir_.empty())
      return;
    const std::string path = dir_ + "/allowed.jsonl";
    if (const int error = AppendLine(path, PrintJson(json)))
      Fail("cannot write " + path + ": " + ErrorText(error));
  }

  std::string dir_;
};

void CompareEnvironment(const Json& then, Comparison& comparison) {
  std::set<std::string> names;
  for (const auto& [name, value] : then.items())
    names.insert(name);
  for (char** at = environ; at != nullptr && *at != nullptr; ++at)
    names.insert(std::string(*at, std::strcspn(*at, "=")));
  for (const std::string& name : names) {
    const char* now = std::getenv(name.c_str());
    if (ChangesBits(name))
      comparison.Require("environment", "variable " + name, TextOf(then, name.c_str()), now != nullptr ? now : "");
  }
}

}  // namespace

bool IsAllowed(const std::string& name) {
  const std::string& allowed = GetSettings().allow;
  return ("," + allowed + ",").find("," + name + ",") != std::string::npos;
}

void NoteDataFile(const std::string& path) {
  struct stat status{};
  const bool is_data = !TheRun().started && stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (is_data && path.compare(0, 6, "/proc/") != 0 && path.compare(0, 5, "/sys/") != 0)
    DataFiles().insert(KeyOf(path));
}

void AddProvenance(Json& manifest) {
  manifest["builds"] = Builds();
  manifest["hardware"] = Hardware(Processor());
  manifest["system"] = System();
  manifest["data"] = Json::array();
  for (const std::string& key : DataFiles()) {
    const Json data = DataOf(key);
    if (!data.is_null())
      manifest["data"].push_back(data);
  }
}

void CheckProvenance(const Json& manifest, const std::vector<std::string>& written, const std::string& dir) {
  std::istringstream names(GetSettings().allow);
  for (std::string name; std::getline(names, name, ',');) {
    if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames))
      Refuse("DETRAIN_ALLOW=" + GetSettings().allow + ": " + name + " is no name of a difference");
  }
  Comparison comparison(dir);
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
    CompareEnvironment(ObjectAt(manifest, "environment"), comparison);
  }
  for (const Json& data : ObjectAt(manifest, "data")) {
    const std::string key = TextOf(data, "path");
    if (key.empty() || std::find(written.begin(), written.end(), key) != written.end())
      continue;
    comparison.Require("data", "the content of " + key, TextOf(data, "hash"), TextOf(DataOf(key), "hash"));
  }
  comparison.Show("the host", TextOf(ObjectAt(manifest, "system"), "host"), TextOf(System(), "host"));
  comparison.Show("the kernel", TextOf(ObjectAt(manifest, "system"), "kernel"), TextOf(System(), "kernel"));
}

}  // namespace detrain::runtime
