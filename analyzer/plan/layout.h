// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and layouts of the objects that are alive at the boundary: what a user would write for each scalar of each
// object.
#ifndef DETRAIN_ANALYZER_PLAN_LAYOUT_H
#define DETRAIN_ANALYZER_PLAN_LAYOUT_H

#include <map>
#include <string>
#include <vector>

#include "analyzer/infer/engine.h"
#include "analyzer/plan/plan.h"

namespace detrain::plan {

struct NamedLeaf {
  Leaf leaf;
  std::uint64_t key = 0;          // as Engine::LeafAt gives it
  rir::TypeId type = rir::kNone;  // of one scalar
  std::string type_text;          // "f32[]", "u64[16]"
  std::uint64_t copies = 1;       // leaves of this path, where the arrays around it are more than a leaf can say
  bool is_short_text = false;     // of a string: which of the bytes are in use, the string says
  bool delimits = false;          // a pointer of a container that says what is in use, and names no block
  bool is_alternative = false;    // of a variant: those of one key lie in one place
  bool is_in_unit = false;        // of a bit-field: those of one key lie in it, or in one of them
};

// Whether a pointer to the object may stand in the leaf, one of those that the holder's key names: of a variant, in the
// alternatives whose pointers are of its type; in any of them where no pointer is.
bool MayLeadTo(const infer::Engine& engine, const std::vector<NamedLeaf>& leaves, const NamedLeaf& leaf,
               infer::ObjectId target);

struct NamedObject {
  infer::ObjectId object = 0;
  std::string path;
  std::uint32_t order = 0;  // by declaration
  bool is_heap = false;
  bool is_in_sight = true;  // certainly in scope at the boundary
  std::uint64_t element_size = 0;
  bool is_node = false;   // of a library's container
  bool has_tail = false;  // one record, and bytes behind it up to the block's end: the last leaf
  std::vector<NamedLeaf> leaves;
  // The object and cell whose pointer names it: of every heap block, and of variables of outer functions that a pointer
  // leads to.
  bool is_reached = false;
  infer::ObjectId holder = 0;
  std::uint64_t holder_leaf = 0;
};

// All objects that the boundary's variables reach, in a stable order.
std::vector<NamedObject> NameObjects(infer::Engine& engine);

// What may be in a leaf of the object at the boundary. The pointers stay good while the engine does not run.
std::vector<const infer::Value*> ValuesAtBoundary(infer::Engine& engine, infer::ObjectId id, std::uint64_t leaf);

// Whether it is a class without members, whose one byte means nothing and is never set (std::less, a closure).
bool IsEmpty(const rir::Module& module, rir::TypeId type);

// The scalars of a type, as members of what `path` names: "model" gives "model.w", "m->" gives "m->w". An empty class
// has none where it is a member, and one by itself.
std::vector<NamedLeaf> LeavesOf(const rir::Module& module, rir::TypeId type, const std::string& path);

// The member of a library's node that is an element of the container: it is called as the node is, and the node `[]`
// behind the container's name.
inline constexpr const char* kElement = "[]";
bool IsNode(const rir::Module& module, rir::TypeId type);

// Whether the leaf is the pointer that makes an object one of its class (rir: a member of that name).
inline bool IsClass(const NamedLeaf& leaf) {
  return leaf.leaf.path.ends_with("$vptr");
}

// Whether the region tells if a function's static has been made: the runtime gives the static its value when its
// function first runs, so this is no state of its own.
inline bool IsGuard(const rir::Region& region) {
  return region.name.starts_with("$guard::");
}

// Whether values of the type are addresses of functions.
bool IsCodePointer(const rir::Module& module, rir::TypeId type);

std::string ScalarText(const rir::Module& module, rir::TypeId type);
// Objects of a library, and its hidden state, that a header of the runtime's takes out and puts back.
bool IsObjectKind(std::string_view name);
// What objects of a library hold, together: no state of its own, as the plan has an entry for each object.
bool IsHeld(const infer::Engine& engine, infer::ObjectId id);
DType DTypeOf(const rir::Module& module, rir::TypeId type);

}  // namespace detrain::plan

#endif
