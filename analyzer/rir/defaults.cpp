// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/defaults.h"

#include <algorithm>

namespace detrain::rir {
namespace {

std::uint32_t CountedBy(std::uint32_t id) {
  return id == kNone ? 0 : id + 1;
}

}  // namespace

std::uint32_t CountValues(const Function& function) {
  std::uint32_t count = 0;
  for (const Block& block : function.blocks)
    for (const Op& op : block.ops)
      count = std::max(count, CountedBy(op.result));
  return count;
}

std::uint32_t CountLoops(const Function& function) {
  std::uint32_t count = 0;
  for (const Block& block : function.blocks)
    for (const Op& op : block.ops)
      if (const auto* loop = std::get_if<LoopOp>(&op.data))
        count = std::max(count, CountedBy(loop->loop));
  return count;
}

FileId DefaultFile(const Function& function) {
  return function.declared.file == kNone ? 0 : function.declared.file;
}

std::string DefaultLinkName(const Region& region) {
  switch (region.kind) {
    case RegionKind::Global:
      return region.name.starts_with("::") ? region.name.substr(2) : region.name;
    case RegionKind::FileStatic:
    case RegionKind::FunctionStatic:
    case RegionKind::Hidden:
      return region.name;
    case RegionKind::Local:
    case RegionKind::Param:
      return "";
  }
  return "";
}

}  // namespace detrain::rir
