// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// choices.h: what a library chooses by its tables or by measuring, recorded like an input from the environment.
#ifndef DETRAIN_CHOICES_H
#define DETRAIN_CHOICES_H

#ifdef __cplusplus
extern "C" {
#endif

// `offered`: numbers of what may be chosen, best first. Where the run is resumed, or replayed, they become those that
// the recorded run was offered; how many there are is returned, at most `count`. `call`: whose choice it is.
// Exit code 2, with a line: one of the recorded ones is not offered now.
int detrain_pin(const char* call, int* offered, int count);

#ifdef __cplusplus
}
#endif
#endif
