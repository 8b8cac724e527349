// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that stand for addresses where a container of the program orders or hashes them: where a block lies is
// another place in each process, and after a restore. A block gets the next number when it is first asked for, and
// keeps it until another block is made in its place; an address in it is the number and the offset.
#ifndef DETRAIN_RUNTIME_SRC_ADDRESS_NUMBERS_H
#define DETRAIN_RUNTIME_SRC_ADDRESS_NUMBERS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace detrain::runtime {

struct NumberedBlock {
  std::uintptr_t address = 0;
  std::size_t size = 0;
  std::uint64_t number = 0;
  std::uint64_t offset = 0;  // of `address` in the block that the number is of: of a pointer to a freed block
};

// Blocks that lay here are gone: another one has been made.
void ForgetNumbers(std::uintptr_t address, std::size_t size);

// By address; blocks among them that were freed, where nothing else has been made there.
std::vector<NumberedBlock> NumberedBlocks();
std::uint64_t LastNumber();

// These and no others have numbers.
void SetNumbers(const std::vector<NumberedBlock>& blocks, std::uint64_t last);

}  // namespace detrain::runtime

#endif
