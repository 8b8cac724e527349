// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of which each thread has its own. That of the thread with the step loop is bound like any static, for as
// long as that thread lives. What other threads have is not saved: it may end with them, or stay as the code before the
// loop left it; a save beside anything else is refused.
#ifndef DETRAIN_RUNTIME_SRC_THREAD_LOCALS_H
#define DETRAIN_RUNTIME_SRC_THREAD_LOCALS_H

#include <cstddef>
#include <cstdint>

namespace detrain::runtime {

struct Binding;
struct Locals;  // those of one thread

// This thread has made its own, or, `of_all`: every thread has one from its start. Null: some threads will make one.
// The rest is like Register.
bool RegisterLocal(const char* path, void* address, std::size_t size, bool of_all, std::uint32_t& region,
                   Binding& shadow);

// A thread of the program begins: this one.
Locals* BeginLocals();
void EndLocals(Locals* locals);

// The step loop is this thread's.
void BindLocals();
// The code that a resumed run goes through again ends here.
void SealLocals();
// Whether some thread has made the variable of this path, of which each thread has its own.
bool WasMadeByThread(const char* path);
// Ends the process with a line where another thread holds something that a resumed run would not have.
void CheckLocals();

}  // namespace detrain::runtime

#endif
