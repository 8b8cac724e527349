// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves of objects as tensors: what a checkpoint holds and a trace hashes.
#ifndef DETRAIN_RUNTIME_SRC_TENSORS_H
#define DETRAIN_RUNTIME_SRC_TENSORS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "walk.h"

namespace detrain::runtime {

// The part of a block behind its last whole element, saved as bytes.
constexpr std::int64_t kTailLeaf = -1;

struct Tensor {
  std::string name;           // "model.m_memory", "&model.m_memory", "layers[3].w"
  std::string path;           // of the leaf
  std::string part;           // of an object of a library: detrain_part::name
  std::uint64_t element = 0;  // which of the objects that the leaf stands for
  std::int64_t leaf = 0;      // index in the plan, or kTailLeaf
  std::int64_t object = 0;
  const char* dtype = "";  // safetensors
  const char* persistence = "";
  std::vector<std::uint64_t> shape;
  const char* bytes = nullptr;  // in the program's memory where it lies there in one piece, else in `owned`
  std::size_t size = 0;
  std::vector<char> owned;
  std::uint64_t hash = 0;
  bool hashed = false;       // `hash` is known
  bool is_apart = false;     // `bytes` is an address of the device's
  bool kept = false;         // the same as in the step before: its bytes were not handed over
  bool written = true;       // false: an invariant that is only hashed
  std::uint64_t blocks = 1;  // that it is of; many small ones that rest are one tensor, without bytes
};

const char* DtypeName(std::uint8_t dtype);
std::size_t DtypeAlignment(const char* dtype);
const char* PersistenceName(std::uint8_t persistence);

// All written leaves of all objects; with `invariants` those too. Pointers of saved leaves must be known when `strict`.
// Without `hashed` the hashes are left to who needs them.
std::vector<Tensor> Gather(Walk& walk, bool invariants, bool strict, bool hashed);
void HashTensor(Tensor& tensor);
// Of those that lie apart the hash alone is asked of the device, of all at once.
void HashTensors(const std::vector<Tensor*>& tensors);
// Makes `bytes` those of the host.
void BringToHost(Tensor& tensor);

// Bytes of a leaf's tensor.
std::size_t TensorSize(const detrain_leaf& leaf, const Layout& layout);

// Addresses of the objects of a checkpoint in this process.
struct Translation {
  std::function<bool(const Location&, char*&)> pointer;
  std::function<bool(const Location&, FILE*&)> stream;
  std::function<int(int)> descriptor;
  std::function<const OpenFile*(const Location&)> file;  // as saved; null: there is none
};

// Puts a tensor's bytes into an object. False where a pointer leads to an object that does not exist (yet); what could
// be placed is.
bool Scatter(const detrain_leaf& leaf, const Layout& layout, char* object, const char* bytes,
             const Translation& translation);

}  // namespace detrain::runtime

#endif
