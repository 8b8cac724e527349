// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ops.h: what `detrain cc --trace=ops` puts around values. Each gives its value back unchanged; where DETRAIN_OPS asks
// for it, a hash of the value goes to a log together with the line. docs/diff.md.
#ifndef DETRAIN_OPS_H
#define DETRAIN_OPS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern int detrain_traces_ops;  // 1 where DETRAIN_OPS asks for it
void detrain_op(const char* file, unsigned line, const void* value, size_t size);
// The bytes of the program's heap block that `address` lies in, from there to its end; nothing where it lies in none.
void detrain_op_block(const char* file, unsigned line, const volatile void* address);

#ifdef __cplusplus
}
template <typename DetrainType>
inline DetrainType detrain_op_value(const char* file, unsigned line, DetrainType value) {
  if (detrain_traces_ops)
    detrain_op(file, line, &value, sizeof value);
  return value;
}
#define DETRAIN_OP(line, ...) detrain_op_value(__FILE__, line, (__VA_ARGS__))
#else
#define DETRAIN_OP(line, ...)                                             \
  __extension__({                                                         \
    __auto_type detrain_value_ = (__VA_ARGS__);                           \
    if (detrain_traces_ops)                                               \
      detrain_op(__FILE__, line, &detrain_value_, sizeof detrain_value_); \
    detrain_value_;                                                       \
  })
#endif

#define DETRAIN_OP_BLOCK(line, address) (detrain_traces_ops ? detrain_op_block(__FILE__, line, address) : (void)0)
#define DETRAIN_OP_VARIABLE(line, variable) \
  (detrain_traces_ops ? detrain_op(__FILE__, line, (const void*)&(variable), sizeof(variable)) : (void)0)

#endif
