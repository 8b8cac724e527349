// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/infer.h"

namespace detrain::infer {

Result<TypedModule> Infer(rir::Module linked) {
  TypedModule out;
  out.module = std::make_shared<const rir::Module>(std::move(linked));
  out.whole = std::make_shared<Engine>(*out.module, EngineOptions{});
  if (!out.whole->Run())
    return Error{ErrorKind::Coverage, "the files named have no function main; name all files of the program", {}};
  return out;
}

}  // namespace detrain::infer
