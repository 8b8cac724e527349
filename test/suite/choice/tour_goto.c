// right: 46; wrong: 17,24,38; kind: simulated annealing of a tour, loop of goto, integers
#include <stdio.h>
#include <stdlib.h>

#define CITIES 24

static int x[CITIES], y[CITIES], tour[CITIES];

static int dist(int a, int b)
{
  return abs (x[a] - x[b]) + abs (y[a] - y[b]);
}

static int length(void)
{
  int i, s = 0;
  for (i = 0; i < CITIES; i++)
    s += dist (tour[i], tour[(i + 1) % CITIES]);
  return s;
}

static void reverse(int i, int j)
{
  while (i < j) {
    int t = tour[i];
    tour[i++] = tour[j];
    tour[j--] = t;
  }
}

int main(void)
{
  int i, j, k, cur, cand, best;
  int temp = 4000;              /* fixed point, /100 */
  long moves = 0, taken = 0;

  srand (99);
  for (i = 0; i < CITIES; i++) {
    x[i] = rand () % 100;
    y[i] = rand () % 100;
    tour[i] = i;
  }
  cur = best = length ();
  printf ("start %d\n", cur);

again:
  i = rand () % CITIES;
  j = rand () % CITIES;
  if (i > j) { k = i; i = j; j = k; }
  reverse (i, j);
  cand = length ();
  moves++;
  if (cand <= cur || rand () % 1000 < 1000 * temp / (temp + 300 * (cand - cur))) {
    cur = cand;
    taken++;
    if (cur < best)
      best = cur;
  } else
    reverse (i, j);
  if (moves % 50 == 0)
    temp -= temp / 40 + 1;
  if (temp > 5)
    goto again;

  printf ("end %d best %d after %ld moves, %ld taken\n", cur, best, moves, taken);
  return 0;
}
