// Comments, what asks which processor this is, and what only computes; any other assembly is unknown (opaque.c).
// RUN: %detrain plan %s -- -O2 > %t.txt 2>&1 && FileCheck %s < %t.txt
// RUN: not grep "inline assembly" %t.txt
// CHECK: bitwise
// CHECK: w {{.*}} carried
// RUN: %detrain plan %s -- -DOTHER 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %detrain plan %s -- -DREADS 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %detrain plan %s -- -DNO_INPUT 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %detrain plan --dump=rir %s | FileCheck %s --check-prefix=RIR
// RIR: math {{.*}} by assembly
// OTHER: inline assembly is not modelled
#include <stdio.h>
#if defined(__x86_64__) || defined(__i386__)
#define ASK(a, b, c, d) __asm__ __volatile__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(0), "2"(0))
#else
#define ASK(a, b, c, d) (a = b = c = d = 1)
#endif

int main(void) {
  float w = 1;
  unsigned answer[4] = {0, 0, 0, 0};
  for (int step = 0; step < 5; step++) {
    __asm__ __volatile__("# a step begins" ::: "memory");
    __asm__ __volatile__("# one\n\t# two\n" : "+r"(step));
    ASK(answer[0], answer[1], answer[2], answer[3]);
#if defined(__x86_64__)
    __asm__("maxss %[a], %[res]" : [res] "+x"(w) : [a] "x"(0.125f));
#endif
    w = 0.5f * w + (answer[0] > 1000 ? 1.0f : 0.25f);
#ifdef READS
    __asm__("movss (%1), %0" : "=x"(w) : "r"(&w));
#endif
#ifdef NO_INPUT
    __asm__("rdrand %0" : "=r"(answer[1]));
#endif
#ifdef OTHER
    __asm__ __volatile__("# a comment\n\tnop" ::: "memory");
#endif
    printf("%g\n", w);
  }
  return 0;
}
