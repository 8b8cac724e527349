// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "environment.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "disk.h"
#include "inside.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

// Threads and their order, kernels of libraries, what a GPU may do, texts and clocks, the loader and the allocator. Not
// what a launcher tells its processes about one job (PMIX_*, most of OMPI_*).
constexpr const char* kKinds[] = {"OMP_",     "GOMP_",    "KMP_",           "TBB_",          "MKL_",        "OPENBLAS_",
                                  "GOTO_",    "BLIS_",    "DNNL_",          "ONEDNN_",       "CUDA_",       "CUBLAS_",
                                  "CUDNN_",   "NCCL_",    "NVIDIA_TF32",    "OMPI_MCA_coll", "OMPI_MCA_op", "TORCH_",
                                  "PYTORCH_", "ATEN_CPU", "PYTHONHASHSEED", "LC_",           "LANG",        "TZ",
                                  "LD_",      "MALLOC_",  "GLIBC_TUNABLES", "DETRAIN_"};

bool IsOfKind(const std::string& name) {
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](const char* kind) { return name.compare(0, std::strlen(kind), kind) == 0; });
}

// --- names that the program asks for ---

struct Asked {
  std::string name;
  Asked* next;
};

// A list that only grows: a lock that another thread holds at a fork would stay locked in the child.
std::atomic<Asked*> g_asked = nullptr;
std::atomic<bool> g_is_recorded = false;  // the manifest is written

void NoteAsked(const char* name) {
  const Inside inside;
  Asked* first = g_asked.load(std::memory_order_acquire);
  for (const Asked* at = first; at != nullptr; at = at->next)
    if (at->name == name)
      return;
  auto* asked = new Asked{name, first};
  while (!g_asked.compare_exchange_weak(asked->next, asked, std::memory_order_acq_rel)) {
  }
}

// A step may ask for a variable long after the manifest is written; its name then is a constant of the program.
// Programs are tens of megabytes, where std::string's search, which stops at each first letter, takes seconds.
bool IsConstantIn(const std::string& program, const std::string& name) {
  std::string constant(1, 0);
  constant += name;
  constant += char(0);
  return memmem(program.data(), program.size(), constant.data(), constant.size()) != nullptr;
}

// --- secrets ---

std::string Upper(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

bool HoldsOneOf(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return text.find(word) != std::string::npos; });
}

bool IsSecretName(const std::string& name) {
  const std::string upper = Upper(name);
  if (HoldsOneOf(upper, {"TOKEN", "SECRET", "PASS", "KEY", "CREDENTIAL", "AUTH", "COOKIE", "PRIVATE", "SIGNATURE"}))
    return true;
  std::istringstream words(upper);
  for (std::string word; std::getline(words, word, '_');)
    for (const char* short_word : {"PW", "PWD", "DSN", "PAT", "CONN", "SAS", "CERT", "JWT", "URI", "URL", "WEBHOOK"})
      if (word == short_word)
        return true;
  return false;
}

// `user:password@` in front of a host.
bool HasUserOfUrl(const std::string& value) {
  for (std::size_t at = value.find("://"); at != std::string::npos; at = value.find("://", at + 3)) {
    const std::size_t sign = value.find('@', at);
    if (sign != std::string::npos && value.find(' ', at) > sign)
      return true;
  }
  return false;
}

// The first letters that services give their tokens, where a word of the value begins.
bool HoldsToken(const std::string& value) {
  for (const char* first :
       {"ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "hf_", "xoxb-", "xoxp-", "AKIA", "ASIA", "sk-", "eyJ"})
    for (std::size_t at = value.find(first); at != std::string::npos; at = value.find(first, at + 1))
      if (at == 0 || std::strchr("=:,; \"'", value[at - 1]) != nullptr)
        return true;
  return false;
}

bool IsSecretValue(const std::string& value) {
  return HasUserOfUrl(value) || HoldsToken(value) ||
         HoldsOneOf(Upper(value), {"KEY=", "KEY:", "TOKEN=", "TOKEN:", "SECRET=", "PASSWORD=", "PASSWORD:", "PASSWD=",
                                   "PWD=", "SIGNATURE=", "SIG=", "BEARER ", "BASIC ", "PRIVATE KEY-----"});
}

}  // namespace

bool IsSecret(const std::string& name, const std::string& value) {
  return IsSecretName(name) || IsSecretValue(value);
}

Json KindsOfVariables() {
  Json kinds = Json::array();
  if (GetSettings().records_environment)
    for (const char* kind : kKinds)
      kinds.push_back(kind);
  return kinds;
}

Json RecordedVariables() {
  Json json = Json::object();
  g_is_recorded = true;
  if (!GetSettings().records_environment)
    return json;
  std::string program;
  if (ReadWhole("/proc/self/exe", program) != 0)
    program.clear();  // what it asks for before the loop is known nevertheless
  for (const Asked* at = g_asked; at != nullptr; at = at->next)
    if (!IsSecretName(at->name))
      json[at->name] = nullptr;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string text = *at;
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals), value = text.substr(std::min(equals + 1, text.size()));
    const bool is_recorded = IsOfKind(name) || json.contains(name) || IsConstantIn(program, name);
    json.erase(name);
    if (is_recorded && !IsSecret(name, value))
      json[name] = value;
  }
  return json;
}

}  // namespace detrain::runtime

// In front of the C library's, for the program and its libraries. Weak, as a program may have one of its own.
extern "C" __attribute__((weak)) char* getenv(const char* name) noexcept {
  using namespace detrain::runtime;
  if (g_active && !g_is_recorded)
    NoteAsked(name);
  return secure_getenv(name);
}
