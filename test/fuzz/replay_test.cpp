// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target of the fuzzers as a test of seconds, for every compiler: each file of its corpus as it is, cut off at many
// places, and as many mutants, always the same ones. A crash, a trap, a sanitizer or the test's time limit ends it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kMutants = 60;  // of one file: with sanitizers, a second or two for all of a target's corpus
constexpr std::size_t kLargest = 65536;

std::vector<std::string> Corpus() {
  std::vector<std::string> texts;
  for (const auto& file : std::filesystem::directory_iterator(DETRAIN_FUZZ_CORPUS)) {
    std::ifstream stream(file.path(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

void Give(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), std::min(text.size(), kLargest));
}

// What breaks readers: another byte, a piece gone or twice, another value in a number's or a string's place.
std::string Mutant(std::string text, std::mt19937& draw) {
  constexpr std::array<std::string_view, 12> kTokens{
      "null", "-1", "18446744073709551616", "1e999", "\"\"", "[", "}", "{}", "\xff", "%", "[[[[[", ","};
  for (unsigned rounds = 1 + draw() % 4; rounds != 0 && !text.empty(); --rounds) {
    const std::size_t at = draw() % text.size();
    const std::size_t length = 1 + draw() % 16;
    switch (draw() % 4) {
      case 0:
        text[at] = static_cast<char>(draw() & 0xffU);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(draw() % text.size(), length));
        break;
      default:
        text.replace(at, draw() % length, kTokens[draw() % kTokens.size()]);
    }
  }
  return text;
}

TEST(Fuzz, CorpusAndItsMutants) {
  const std::vector<std::string> corpus = Corpus();
  ASSERT_FALSE(corpus.empty());
  std::mt19937 draw(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): always the same mutants
  Give("");
  for (const std::string& text : corpus) {
    Give(text);
    for (std::size_t i = 0; i < kMutants; ++i) {
      Give(text.substr(0, text.size() * i / kMutants));
      Give(Mutant(text, draw));
    }
  }
}

}  // namespace
