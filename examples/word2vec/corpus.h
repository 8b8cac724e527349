// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small text of four subjects, a sentence to a line.
#ifndef WORD2VEC_CORPUS_H
#define WORD2VEC_CORPUS_H

#include <cstddef>
#include <string>
#include <vector>

// The first `count` sentences, or all if there are fewer.
std::vector<std::string> read_corpus(std::size_t count);

// Words that belong together, a subject to a row.
constexpr std::size_t kSubjects = 4, kMembers = 7;
extern const char *const kWords[kSubjects][kMembers];

#endif
