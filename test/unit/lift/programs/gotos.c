// goto into blocks: loops, branches, one in another, forward and backward.
#include <stdio.h>

static int tests;

static int counted(int truth) {
  tests++;
  return truth;
}

// The first iteration of each kind of loop begins in the middle; its test is not made.
static int into_while(int n, int skip) {
  int sum = 0;
  if (skip)
    goto middle;
  sum += 1000;
  while (counted(n-- > 0)) {
    sum += 10;
  middle:
    sum += 1;
  }
  return sum;
}

static int into_for(int n, int skip) {
  int i = 7, sum = 0;
  if (skip)
    goto middle;
  for (i = 0; counted(i < n); i++) {
    sum += 10;
    if (i == 3)
      continue;
  middle:
    sum += i;
    if (sum > 60)
      break;
  }
  return sum * 100 + i;
}

static int into_do(int n, int skip) {
  int sum = 0;
  if (skip)
    goto middle;
  do {
    sum += 10;
  middle:
    sum += 1;
  } while (counted(--n > 0));
  return sum;
}

static int into_never(int skip) {
  int sum = 1;
  if (skip)
    goto middle;
  while (0) {
    sum += 10;
  middle:
    sum += 100;
  }
  return sum;
}

static int into_branch(int n) {
  int sum = 0;
  if (n == 1)
    goto taken;
  if (n == 2)
    goto other;
  if (counted(n > 4)) {
    sum += 10;
  taken:
    sum += 1;
    if (n == 8) {
      n++;
      goto other;
    }
  } else {
    sum += 200;
  other:
    sum += 20;
    if (n == 3) {
      n = 0;
      goto taken;
    }
  }
  return sum;
}

// Two labels in one loop, and a jump between them, as line searches that are called anew for each value have.
static int state, rounds, stop;

static int resumed(void) {
  int bound = 5;
  if (state == 1)
    goto evaluated;
  if (state == 2)
    goto direction;
  rounds = 0;
  while (1) {
    ++rounds;
    if (rounds == 1)
      goto first;
    bound += 7;
  direction:
    for (int i = 0; i < rounds; i++) {
      bound++;
      if (i == 2)
        goto first;
    }
    bound *= 2;
  first:
    stop = rounds + bound;
    state = 1;
    return bound;
  evaluated:
    bound += stop;
    if (bound % 5 == 0) {
      state = 2;
      return -bound;
    }
    if (rounds > 6)
      break;
  }
  state = 0;
  return bound;
}

// Deep in, and back to what has been.
static int deep(int n) {
  int sum = 0, left = 3, i = 1;
  if (n & 1)
    goto back;
  for (i = 0; i < 2; i++) {
    sum += 1;
    {
      sum += 10;
      if (sum % 3 == n % 3) {
        sum += 100;
        while (left > 0) {
          left--;
        back:
          sum += 1000;
        }
      }
    }
  }
  if (left > 0) {
    left--;
    goto back;
  }
  return sum + n;
}

static int up(int n) {
  int sum = 0;
  {
    sum += 1;
  one:
    sum += 10;
    if (n > 5) {
      sum += 100;
    two:
      sum += 1000;
    }
  }
  if (n-- > 0) {
    if (n % 3 == 0)
      goto two;
    goto one;
  }
  return sum;
}

int main(void) {
  for (int n = 0; n < 10; n++)
    for (int skip = 0; skip < 2; skip++)
      printf("%d %d %d %d\n", into_while(n, skip), into_for(n, skip), into_do(n, skip), into_never(skip));
  printf("%d\n", tests);
  for (int n = 0; n < 10; n++)
    printf("%d %d\n", into_branch(n), up(n));
  printf("%d\n", tests);
  for (int i = 0; i < 12; i++) {
    int value = resumed();
    printf("%d %d %d\n", value, state, rounds);
  }
  for (int n = 0; n < 6; n++)
    printf("%d\n", deep(n));
}
