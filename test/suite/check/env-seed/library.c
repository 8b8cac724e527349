// No step loop: a seed that leaves by the result, a parameter or a global. Twins: it stays, or is fixed.
// OBSERVE: runs
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
unsigned long base_seed = 1;
unsigned Seed(void) {
  return (unsigned)clock() ^ (unsigned)getpid();  // site: env-seed warning state
  // twin: return printf("%u\n", (unsigned)clock()) > 0;  // site: quiet
}
void SeedInto(unsigned *seed) {
  struct timeval now;
  gettimeofday(&now, NULL);  // site: env-seed warning state | twin: quiet
  *seed = (unsigned)now.tv_usec;
  // twin: *seed = now.tv_usec < 0;
}
void SeedGlobal(void) {
  base_seed = (unsigned long)(void *)&base_seed >> 12;  // site: env-seed warning state
  // twin: base_seed = (unsigned long)((char *)(&base_seed + 1) - (char *)&base_seed);  // site: quiet
}
#ifdef RUN
int main(void) {
  unsigned seed = 0;
  SeedInto(&seed);
  SeedGlobal();
  printf("%u %u %lu\n", Seed(), seed, base_seed);
}
#endif
