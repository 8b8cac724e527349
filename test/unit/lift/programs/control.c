// Loops, switch in every form, goto forward and backward.
#include <stdio.h>

static int with_fallthrough(int x) {
  int r = 0;
  switch (x) {
    case 0:
      r += 1;
    case 1:
      r += 2;
      break;
    case 2 ... 5:
      r = 9;
    default:
      r += 100;
    case 77:
      r++;
  }
  return r;
}

static int default_first(int x) {
  switch (x) {
    default:
      x = -1;
      break;
    case 3:
      return 33;
    case 4:
    case 5: {
      x = 45;
      break;
    }
    case 6:
      if (x == 6)
        break;
      return 0;
  }
  return x;
}

static int default_falls(int x) {
  int r = 0;
  switch (x) {
    default:
      r += 1;
    case 1:
      r += 10;
    case 2:
      r += 100;
      break;
  }
  return r;
}

static int nested(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    switch (i % 3) {
      case 0:
        continue;
      case 1:
        for (int j = 0; j < 10; j++) {
          if (j == 4)
            break;
          if (j == i)
            continue;
          sum += j;
        }
        break;
      default:
        if (i > 6)
          goto out;
    }
    sum += 1000;
  }
out:
  return sum;
}

static int gotos(int n) {
  int i = 0, s = 0;
again:
  s += i;
  if (++i < n)
    goto again;
  for (int j = 0; j < 10; j++)
    for (int k = 0; k < 10; k++)
      if (j * k == n)
        goto done;
  s = -s;
  if (n > 5)
    goto error;
  s *= 2;
done:
  return s;
error:
  return 10000 + s;
}

static int retry(int n) {
  int tries = 0;
start:
  tries++;
  if (n == 1)
    goto end;
  if (n % 2) {
    n = 3 * n + 1;
    goto start;
  }
  n /= 2;
  if (n > 1)
    goto start;
end:
  return tries;
}

int main(void) {
  for (int x = -1; x < 8; x++)
    printf("%d %d %d %d\n", with_fallthrough(x), default_first(x), default_falls(x), with_fallthrough(77));
  for (int n = 0; n < 12; n++)
    printf("%d %d %d\n", nested(n), gotos(n), retry(n + 1));
  int i = 10;
  do {
    i -= 3;
    if (i == 4)
      continue;
    if (i < 0)
      break;
  } while (i);
  printf("%d\n", i);
  while (1) {
    if (i++ > 5)
      break;
  }
  do {
    if (i > 3)
      break;
    i = 100;
  } while (0);
  printf("%d\n", i);
  for (;;) {
    if (--i < 0)
      break;
  }
  int n = 0;
  while (n++ < 5 && i-- > -3)
    ;
  printf("%d %d\n", i, n);
  if (n) {
    if (i > 5)
      puts("no");
    else
      puts("dangling");
  }
  return n;
}
