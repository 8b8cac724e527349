// Flags as std::atomic_flag has them: a byte, whatever the pointer says.
#include <stdio.h>

static unsigned char flags[3];

static int claims;

static int Claim(void* flag) {
  if (__atomic_test_and_set(flag, __ATOMIC_ACQUIRE))
    return 0;
  claims++;
  return 1;
}

int main(void) {
  _Bool done = 0;
  for (int i = 0; i < 5; i++)
    printf("%d ", Claim(&flags[i % 3]));
  __atomic_clear(&flags[1], __ATOMIC_RELEASE);
  printf("%d ", Claim(&flags[1]));
  printf("%d %d\n", Claim(&flags[1]), flags[0] != 0);
  printf("%d ", (int)__atomic_test_and_set(&done, __ATOMIC_SEQ_CST));
  printf("%d %d\n", (int)done, claims);
  __atomic_clear(&done, __ATOMIC_SEQ_CST);
  return claims + (int)done;
}
