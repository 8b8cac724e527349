// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from global into shared memory that a thread asks for and waits for later. Without a schedule each is done at
// once. With one it is done when its thread waits for it or ends, or now and then at once; until then the place holds
// neither what was there nor what will be. So a wait that is missing, or a barrier behind it, shows.
#pragma once

#include <cstddef>

namespace detrain::cudahost {

// The copy belongs to the batch that the thread's next CommitCopies() closes. Behind `bytes` bytes come `zeros` zeros.
void CopyInBackground(void* to, const void* from, std::size_t bytes, std::size_t zeros);
void CommitCopies();
// All batches of the thread are done but the last `but`.
void WaitForCopies(std::size_t but);

}  // namespace detrain::cudahost
