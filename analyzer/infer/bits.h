// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an atom of AtomOp::Bits stands for. To the prover it is a number of its own, told apart by its detail.
#ifndef DETRAIN_ANALYZER_INFER_BITS_H
#define DETRAIN_ANALYZER_INFER_BITS_H

#include <cstdint>

namespace detrain::infer {

enum class BitsKind : std::uint8_t {
  Address,     // of a place in memory of the outside; detail: object
  Operation,   // of bits of two numbers; detail: opcode, size of the result
  Narrowing,   // a number cut to 8 or 16 bits; detail: size, whether it is signed
  Descriptor,  // the number of an open file; detail: its object
};

// The first number of the atom's detail.
constexpr std::uint64_t DetailOf(BitsKind kind) {
  return static_cast<std::uint64_t>(kind);
}

}  // namespace detrain::infer

#endif
