// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "comparison.h"

#include "disk.h"
#include "fail.h"
#include "rank_wire.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

std::string Line(const std::string& what, const std::string& was, const std::string& is) {
  return what + " is " + (is.empty() ? "nothing" : is) + ", the checkpoint's run had " +
         (was.empty() ? "nothing" : was);
}

}  // namespace

bool IsAllowed(const std::string& name) {
  return ("," + GetSettings().allow + ",").find("," + name + ",") != std::string::npos;
}

void Comparison::Show(const std::string& what, const std::string& was, const std::string& is) {
  if (was != is)
    said_.push_back("resume: " + Line(what, was, is));
}

void Comparison::Require(const std::string& name, const std::string& what, const std::string& was,
                         const std::string& is) {
  if (was == is)
    return;
  if (IsAllowed(name)) {
    said_.push_back("resume: " + Line(what, was, is) + "; allowed");
    allowed_.push_back({{"name", name}, {"what", what}, {"was", was}, {"is", is}, {"from", TheRun().source_step}});
    return;
  }
  refused_.push_back("entry " + name + ": " + Line(what, was, is));
  if (names_.find(name) == std::string::npos)
    names_ += (names_.empty() ? "" : ",") + name;
}

void Comparison::Judge() {
  if (!refused_.empty()) {
    refused_.front() += "; this may change bits; accept it with --allow " + names_ + " (DETRAIN_ALLOW)";
    refused_.insert(refused_.end(), said_.begin(), said_.end());
    Refuse(refused_);
  }
  if (Self().rank == 0)
    for (const std::string& line : said_)
      Say(line);
  const std::string path = dir_ + "/allowed.jsonl";
  for (const Json& json : allowed_) {
    const int error = dir_.empty() ? 0 : AppendLine(path, PrintJson(json));
    if (error != 0)
      Fail("cannot write " + path + ": " + ErrorText(error));
  }
}

}  // namespace detrain::runtime
