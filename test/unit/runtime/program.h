// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the programs of programs/ against the runtime of this build and runs them in folders of their own.
#ifndef DETRAIN_TEST_UNIT_RUNTIME_PROGRAM_H
#define DETRAIN_TEST_UNIT_RUNTIME_PROGRAM_H

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace detrain::runtime::test {

// A folder that goes away with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string Read(const std::string& path);
void Write(const std::string& path, const std::string& text);
bool Exists(const std::string& path);
std::vector<std::string> List(const std::string& folder);
// Adds one to the byte at `offset` (from the end when negative).
void Damage(const std::string& path, long offset);

using Replacements = std::vector<std::pair<std::string, std::string>>;

// The path of the executable; compiled once for each name and set of replacements, which are made in the program's text
// first.
std::string Compiled(const std::string& name, const Replacements& replacements = {});

struct Result {
  int code = 0;  // exit code, or 128 + signal
  std::string error;
};

struct Setting {
  std::map<std::string, std::string> variables;
  std::vector<std::string> arguments;
  std::function<void()> in_child;  // before exec
};

// Runs the program in `folder` with these variables and no other DETRAIN_ ones. Its text goes to the folder's
// stdout.txt, unless DETRAIN_TEXT says otherwise.
Result Start(const std::string& program, const std::string& folder, const Setting& setting = {});

}  // namespace detrain::runtime::test

#endif
