#include "random.h"

static unsigned long long state = 88172645463325252ULL;

float random_unit(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (float)(state >> 40) / 16777216.0f;
}
