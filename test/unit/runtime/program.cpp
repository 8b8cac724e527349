// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

namespace detrain::runtime::test {

namespace fs = std::filesystem;

// In memory where that is to be had: a checkpoint is a dozen fsyncs.
Folder::Folder() {
  const fs::path base = access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path();
  std::string name = (base / "detrain-test.XXXXXX").string();
  path_ = mkdtemp(name.data()) != nullptr ? name : "";
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void Write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

bool Exists(const std::string& path) {
  return fs::exists(path);
}

std::vector<std::string> List(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void Damage(const std::string& path, long offset) {
  std::string text = Read(path);
  ASSERT_FALSE(text.empty()) << path;
  const auto at = static_cast<std::size_t>(offset < 0 ? static_cast<long>(text.size()) + offset : offset);
  text[at] = static_cast<char>(text[at] + 1);
  Write(path, text);
}

namespace {

std::string Replaced(std::string text, const Replacements& replacements) {
  for (const auto& [from, to] : replacements) {
    const std::size_t at = text.find(from);
    if (at != std::string::npos)
      text.replace(at, from.size(), to);
  }
  return text;
}

// The archive beside this test; a sanitized build has only the instrumented one.
std::string Library() {
  const fs::path build = fs::read_symlink("/proc/self/exe").parent_path().parent_path().parent_path();
  if (const char* given = std::getenv("DETRAIN_TEST_LIBRARY"))
    return given;
  const fs::path plain = build / "lib" / "libdetrain_rt.a";
  if (fs::exists(plain))
    return plain.string();
  return (build / "lib" / "libdetrain_rt_checked.a").string() + " -fsanitize=address,undefined";
}

std::string Compile(const std::string& name, const Replacements& replacements, const std::string& folder) {
  const fs::path sources = fs::path(DETRAIN_TEST_DATA_DIR) / "programs";
  for (const std::string suffix : {".c", ".detrain.h"}) {
    Write(folder + "/" + name + suffix, Replaced(Read((sources / (name + suffix)).string()), replacements));
  }
  const fs::path include = fs::path(DETRAIN_TEST_DATA_DIR) / "../../../runtime/include";
  const std::string program = folder + "/" + name;
  const std::string command = DETRAIN_TEST_CC " -std=gnu11 -O1 -g -Wall -Wextra -Werror -I" + include.string() + " -I" +
                              folder + " " + program + ".c -o " + program + " " + Library() + " -lstdc++ -lm -lpthread";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return program;
}

// Everything but our own variables, which the test alone decides.
void KeepOthers(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> mine;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string text = *at;
    if (text.compare(0, 8, "DETRAIN_") == 0)
      mine.push_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : mine)
    unsetenv(name.c_str());
  for (const auto& [name, value] : variables)
    setenv(name.c_str(), value.c_str(), 1);
}

[[noreturn]] void BeChild(const std::string& program, const std::string& folder, const Setting& setting) {
  if (chdir(folder.c_str()) != 0)
    _exit(99);
  KeepOthers(setting.variables);
  const int out = open("stdout.txt", O_WRONLY | O_CREAT | O_APPEND, 0644);
  const int err = open("stderr.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (dup2(out, 1) < 0 || dup2(err, 2) < 0)
    _exit(99);
  if (setting.in_child)
    setting.in_child();
  std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : setting.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  _exit(99);
}

}  // namespace

std::string Compiled(const std::string& name, const Replacements& replacements) {
  static auto* folders = new std::vector<std::unique_ptr<Folder>>;
  static auto* programs = new std::map<std::pair<std::string, Replacements>, std::string>;
  static const int at_exit = std::atexit([] { folders->clear(); });
  (void)at_exit;
  std::string& program = (*programs)[{name, replacements}];
  if (program.empty()) {
    folders->push_back(std::make_unique<Folder>());
    program = Compile(name, replacements, folders->back()->path());
  }
  return program;
}

Result Start(const std::string& program, const std::string& folder, const Setting& setting) {
  const pid_t child = fork();
  if (child == 0)
    BeChild(program, folder, setting);
  int status = 0;
  waitpid(child, &status, 0);
  Result result;
  result.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.error = Read(folder + "/stderr.txt");
  return result;
}

}  // namespace detrain::runtime::test
