// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's image and the shared libraries in memory, for pointers to functions and constants.
#ifndef DETRAIN_RUNTIME_SRC_IMAGE_H
#define DETRAIN_RUNTIME_SRC_IMAGE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace detrain::runtime {

struct Image {
  std::string name;  // file name; empty for the program
  std::uintptr_t base = 0;
  bool is_program = false;
  std::size_t index = 0;  // in the order of loading, the program 0
};

// Libraries that were loaded when the process began to be looked at; later ones have higher indices.
std::size_t ImageCountAtStart();

// The image with a segment that holds `address`.
bool FindImage(std::uintptr_t address, Image& image);
bool FindImage(const std::string& name, Image& image);  // the program: ""
// Whether nobody can write there: constants, and what the loader alone writes.
bool IsConstantData(std::uintptr_t address);
// Tells one build of an image from another: the linker's build id (.note.gnu.build-id) in hex, or, where it wrote none,
// the hash of the file. Empty: the file cannot be read.
std::string BuildOf(std::uintptr_t base);
// From the first byte of its segments to behind the last.
struct Extent {
  std::string name;
  std::uintptr_t base = 0, begin = 0, end = 0;
};
std::vector<Extent> ExtentsLoaded();
// Full paths of all shared libraries.
std::vector<std::string> Libraries();

}  // namespace detrain::runtime

#endif
