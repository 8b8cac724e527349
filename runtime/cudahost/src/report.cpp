// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "detrain/cudahost/control.h"
#include "schedule.h"

namespace detrain::cudahost {
namespace {

struct Said {
  std::mutex mutex;
  std::set<std::string> lines;
  std::vector<Message> messages;
};

Said& AlreadySaid() {
  static Said said;
  return said;
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string Program() {
  char link[4096];
  const ssize_t length = readlink("/proc/self/exe", link, sizeof(link));
  return length > 0 ? std::string(link, static_cast<std::size_t>(length)) : std::string();
}

void Append(const char* path, const char* kind, Site site, const std::string& message) {
  std::FILE* const file = std::fopen(path, "a");
  if (file == nullptr)
    return;
  std::fprintf(file, "{\"kind\": %s, \"file\": %s, \"line\": %u, \"message\": %s", Quoted(kind).c_str(),
               Quoted(site.file).c_str(), site.line, Quoted(message).c_str());
  if (IsScheduled())
    std::fprintf(file, ", \"schedule\": %llu", static_cast<unsigned long long>(ScheduleSeed()));
  std::fprintf(file, "}\n");
  std::fclose(file);
}

}  // namespace

void Report(const char* kind, Site site, const std::string& message) {
  ReportOnce(kind, site, message, message);
}

void ReportOnce(const char* kind, Site site, const std::string& key, const std::string& message) {
  Said& said = AlreadySaid();
  const std::lock_guard<std::mutex> lock(said.mutex);
  const std::string place = std::string(site.file) + ":" + std::to_string(site.line);
  if (!said.lines.insert(std::string(kind) + " " + place + " " + key).second)
    return;
  said.messages.push_back({kind, place, message});
  std::fprintf(stderr, "detrain: %s: %s [%s]", place.c_str(), message.c_str(), kind);
  if (IsScheduled())
    std::fprintf(stderr, " (DETRAIN_SCHEDULE=%llu)", static_cast<unsigned long long>(ScheduleSeed()));
  std::fprintf(stderr, "\n");
  if (const char* const path = std::getenv("DETRAIN_CUDA_REPORT"))
    Append(path, kind, site, message);
}

void ReportFatal(const char* kind, Site site, const std::string& message, int code) {
  Report(kind, site, message);
  std::fflush(nullptr);
  _exit(code);
}

std::vector<Message> TakeReports() {
  Said& said = AlreadySaid();
  const std::lock_guard<std::mutex> lock(said.mutex);
  said.lines.clear();
  return std::exchange(said.messages, {});
}

Place PlaceOf(const void* instruction) {
  static std::map<const void*, Place> known;
  const auto found = known.find(instruction);
  if (found != known.end())
    return found->second;
  Place place{"", 0, ""};
  Dl_info info;
  link_map* map = nullptr;
  if (dladdr1(instruction, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map != nullptr) {
    // The program itself has no name here. Where it was not moved, its addresses are those in the file.
    const std::string path = map->l_name[0] != 0 ? std::string(map->l_name) : Program();
    const auto offset = reinterpret_cast<std::uintptr_t>(instruction) - static_cast<std::uintptr_t>(map->l_addr);
    char command[5000];
    // A return address lies behind its call.
    std::snprintf(command, sizeof(command), "addr2line -i -e '%s' 0x%zx 2>/dev/null", path.c_str(),
                  static_cast<std::size_t>(offset - 1));
    if (std::FILE* const pipe = popen(command, "r")) {
      char line[4096] = "";
      int callers = 0;
      // Innermost first: what our headers inlined is not where the user looks.
      while (std::fgets(line, sizeof(line), pipe) != nullptr) {
        const std::string text = line;
        const std::size_t colon = text.rfind(':');
        if (colon == std::string::npos || text[0] == '?' || text.find("/detrain/cudahost/") != std::string::npos)
          continue;
        if (text[0] != '/' || text.find("/include/c++/") != std::string::npos)
          continue;
        const auto number = static_cast<unsigned>(std::strtoul(text.c_str() + colon + 1, nullptr, 10));
        if (place.file.empty()) {
          place.file = text.substr(0, colon);
          place.line = number;
        } else if (++callers <= 3) {
          place.callers += " " + text.substr(0, colon) + ":" + std::to_string(number);
        }
      }
      pclose(pipe);
    }
  }
  known[instruction] = place;
  return place;
}

}  // namespace detrain::cudahost
