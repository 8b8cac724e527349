// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/rir.md says what is so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "analyzer/rir/parse.h"
#include "analyzer/rir/print.h"
#include "analyzer/rir/verify.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {
namespace {

using testing::HasSubstr;

std::string Page() {
  std::ifstream file(DETRAIN_TEST_DATA_DIR "/../../../docs/rir.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string Example() {
  const std::string page = Page();
  const std::string begin = "```rir\n";
  const std::size_t start = page.find(begin) + begin.size();
  return page.substr(start, page.find("```", start) - start);
}

TEST(Docs, ExampleIsWellFormed) {
  const Result<Module> module = ParseVerified(Example(), "docs/rir.md");
  ASSERT_TRUE(module) << ToString(module.error().location) << ": " << module.error().message;
  EXPECT_EQ(*Parse(Print(*module), "printed"), *module);
}

TEST(Docs, NameEveryWord) {
  const std::string page = Page();
  for (const std::string_view word : Words<Opcode>::texts)
    EXPECT_THAT(page, testing::ContainsRegex("[` ]" + std::string(word) + "[` ]"));
  for (const std::string_view word : Words<OpKind>::texts)
    if (word != "compute" && word != "none") {
      EXPECT_THAT(page, testing::ContainsRegex("(`|= )" + std::string(word) + "[: ]"));
    }
  for (const std::string_view word : Words<Source>::texts)
    EXPECT_THAT(page, HasSubstr(word));
  for (const std::string_view word : Words<RegionKind>::texts)
    EXPECT_THAT(page, HasSubstr("\"" + std::string(word) + "\""));
}

}  // namespace
}  // namespace detrain::rir
