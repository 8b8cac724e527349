// GCC's compare and swap, through memory and by value, makes atomic additions of floats. Twins: atomic maxima.
// FLAGS: -fopenmp -std=gnu11
// OBSERVE: threads
#include <stdio.h>
static float total;
static unsigned bits;
union Number {
  float value;
  unsigned bits;
};
static void Add(float x) {
  float old, sum;
  __atomic_load(&total, &old, __ATOMIC_RELAXED);
  do {
    sum = old + x;
    // twin: sum = old < x ? x : old;
  } while (!__atomic_compare_exchange(&total, &old, &sum, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));  // site: float-atomic error state | twin: quiet
}
static void AddBits(float x) {
  union Number old, sum;
  old.bits = __atomic_load_n(&bits, __ATOMIC_RELAXED);
  do {
    sum.value = old.value + x;
    // twin: sum.value = old.value < x ? x : old.value;
  } while (!__atomic_compare_exchange_n(&bits, &old.bits, sum.bits, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));  // site: float-atomic error state | twin: quiet
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    total = 0;
    bits = 0;
#pragma omp parallel for
    for (int i = 0; i < 8192; i++) {
      Add(w / (float)(i + 1));
      AddBits(w / (float)(i + 2));
    }
    union Number other;
    other.bits = bits;
    w = 0.5f * w + 0.01f * total + 0.01f * other.value;
  }
  printf("%.9g\n", w);
}
