// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heap_layout.h"

#include <cstring>
#include <set>
#include <string>
#include <unordered_set>

#include "bindings.h"
#include "device_memory.h"
#include "fail.h"
#include "fixed_heap.h"
#include "fixed_stack.h"
#include "heap.h"
#include "image.h"

namespace detrain::runtime {
namespace {

// Stands among modules for the stack of a program whose main has no other one.
constexpr const char* kStack = "[stack]";

bool IsOfImage(const Tensor& tensor) {
  return tensor.leaf != kTailLeaf && LeafAt(static_cast<std::uint32_t>(tensor.leaf)).persistence == DETRAIN_IMAGE;
}

// Modules whose code and variables words of the tensor may be addresses of. One that is a number by chance makes a
// restore refuse more, never less.
void AddModules(const Tensor& tensor, const std::vector<Extent>& loaded, std::set<std::string>& names) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= tensor.size; at += sizeof(std::uintptr_t)) {
    std::uintptr_t word = 0;
    std::memcpy(&word, tensor.bytes + at, sizeof word);
    if (IsAmongArguments(word))
      NoteArgumentsSaved();
    if (IsOnMovingStack(word))
      names.insert(kStack);
    for (const Extent& module : loaded)
      if (word >= module.begin && word < module.end)
        names.insert(module.name);
  }
}

// The program, which lays out what is in the bytes, and what else they lead into.
std::vector<SavedModule> ModulesOf(const std::vector<Tensor>& tensors) {
  const std::vector<Extent> loaded = ExtentsLoaded();
  std::set<std::string> names;
  bool holds_image = false;
  for (const Tensor& tensor : tensors) {
    if (!tensor.written || tensor.is_apart || !IsOfImage(tensor))
      continue;
    holds_image = true;
    AddModules(tensor, loaded, names);
  }
  std::vector<SavedModule> modules;
  if (names.count(kStack) != 0)
    modules.push_back({kStack, "", 0});
  for (const Extent& module : loaded) {
    const bool is_program = module.name.empty();
    if (names.count(module.name) != 0)
      modules.push_back({module.name, BuildOf(module.base), module.base});
    else if (is_program && holds_image)
      modules.push_back({module.name, BuildOf(module.base), 0});
  }
  return modules;
}

// Blocks from before the loop that are where they were.
std::unordered_set<std::uintptr_t> Kept(const std::vector<SavedBlock>& blocks) {
  std::unordered_set<std::uintptr_t> kept;
  for (const SavedBlock& saved : blocks) {
    if (saved.seal == kNotSealed)
      continue;
    const Block* block = FindSealed(saved.seal);
    if (block == nullptr || block->address != kHeapBase + saved.place || block->size != saved.size)
      Refuse("entry heap: the code before the loop has put its blocks elsewhere than in the checkpoint's run");
    kept.insert(block->address);
  }
  return kept;
}

void DropOthers(const std::unordered_set<std::uintptr_t>& kept) {
  for (const Block& block : BlocksByAddress())
    if (IsInFixedHeap(block.address) && kept.count(block.address) == 0) {
      RemoveBlock(reinterpret_cast<void*>(block.address), nullptr);
      VanishFromDevice(block);
      GiveBlock(block.address, block.size);
    }
}

void Make(const SavedBlock& saved) {
  const std::uintptr_t address = kHeapBase + saved.place;
  if (!TakeBlockAt(address, saved.size))
    Refuse("entry heap: two blocks of the checkpoint lie in one place, or one outside the heap");
  auto* const block = reinterpret_cast<void*>(address);
  std::memset(block, 0, saved.size);
  AddBlock(block, saved.size, saved.alignment, saved.allocator);
  AppearOnDevice(*BlockThatBegins(address));
}

// All blocks of the checkpoint that lie in the heap.
std::vector<SavedBlock> BlocksOf(const Checkpoint& checkpoint) {
  std::vector<SavedBlock> blocks = checkpoint.heap.others;
  for (const SavedObject& object : checkpoint.objects)
    if (object.place != kNoPlace)
      blocks.push_back({object.place, object.size, object.alignment, object.allocator, object.seal});
  return blocks;
}

void CheckModules(const SavedHeap& heap) {
  for (const SavedModule& saved : heap.modules) {
    if (saved.name == kStack)
      Refuse("entry heap: its blocks hold addresses of variables on the stack, which lies elsewhere in this process");
    const std::string name = saved.name.empty() ? "the program" : saved.name;
    Image image;
    if (!FindImage(saved.name, image) || BuildOf(image.base) != saved.build)
      Refuse("entry heap: its blocks are saved as they lie, and " + name + " is another build now");
    if (saved.base != 0 && image.base != saved.base)
      Refuse("entry heap: its blocks hold addresses in " + name +
             ", which lies elsewhere in this process; link the program with -no-pie");
  }
  if (!heap.arguments.empty() && heap.arguments != ArgumentsNow())
    Refuse(
        "entry heap: pointers of the checkpoint lead to the program's arguments, and they are other ones now; "
        "give the same arguments as in the checkpoint's run");
}

}  // namespace

SavedHeap DescribeHeap(const Checkpoint& checkpoint, const std::vector<Tensor>& tensors) {
  SavedHeap heap;
  heap.is_fixed = IsHeapFixed();
  if (!heap.is_fixed)
    return heap;
  std::set<std::uint64_t> named;
  for (const SavedObject& object : checkpoint.objects)
    if (object.place != kNoPlace)
      named.insert(object.place);
  for (const Block& block : BlocksByAddress())
    if (IsInFixedHeap(block.address) && named.count(block.address - kHeapBase) == 0)
      heap.others.push_back({block.address - kHeapBase, block.size, block.alignment, block.allocator, block.seal});
  heap.modules = ModulesOf(tensors);
  heap.arguments = ArgumentsSaved();
  return heap;
}

void RestoreHeap(const Checkpoint& checkpoint) {
  const bool is_asked_for = detrain_fixed_heap != 0;
  if (!is_asked_for && !checkpoint.heap.is_fixed)
    return;
  if (!checkpoint.heap.is_fixed)
    Refuse("entry heap: the heap of the checkpoint's run had no fixed place");
  if (!IsHeapFixed())
    Refuse("entry heap: the heap of this process has no fixed place");
  CheckModules(checkpoint.heap);
  const std::vector<SavedBlock> blocks = BlocksOf(checkpoint);
  DropOthers(Kept(blocks));
  for (const SavedBlock& saved : blocks)
    if (saved.seal == kNotSealed)
      Make(saved);
  RefreshBlocks();
  LeaveHeapAsItIs(true);
}

}  // namespace detrain::runtime
