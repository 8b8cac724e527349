// right: 38,53; wrong: 60,67; kind: Q-table in a maze, fixed-point integers, episodes
#include <stdio.h>
#include <stdlib.h>

static const char *maze[] = {
    "S..#...",
    ".#.#.#.",
    ".#...#.",
    ".####..",
    "......G",
};
#define ROWS 5
#define COLS 7
#define ONE 1024

static int Q[ROWS][COLS][4];
static const int dr[] = {-1, 0, 1, 0}, dc[] = {0, 1, 0, -1};

static int best(int r, int c)
{
    int b = 0;
    for (int a = 1; a < 4; a++)
        if (Q[r][c][a] > Q[r][c][b]) b = a;
    return b;
}

static int move(int *r, int *c, int a)
{
    int nr = *r + dr[a], nc = *c + dc[a];
    if (nr < 0 || nc < 0 || nr >= ROWS || nc >= COLS || maze[nr][nc] == '#') return -ONE / 4;
    *r = nr, *c = nc;
    return maze[nr][nc] == 'G' ? 10 * ONE : -ONE / 16;
}

static int episode(int eps)
{
    int r = 0, c = 0, steps = 0;
    while (maze[r][c] != 'G' && steps < 400) {
        int pr = r, pc = c;
        int a = rand() % 100 < eps ? rand() % 4 : best(r, c);
        int rew = move(&r, &c, a);
        int target = maze[r][c] == 'G' ? rew : rew + Q[r][c][best(r, c)] * 15 / 16;
        Q[pr][pc][a] += (target - Q[pr][pc][a]) / 8;
        steps++;
    }
    return steps;
}

int main(void)
{
    long total = 0;
    srand(11);
    for (int ep = 0; ep < 500; ep++) {
        int eps = 40 - ep / 15;
        total += episode(eps < 2 ? 2 : eps);
    }
    printf("moves in training: %ld\n", total);

    int r = 0, c = 0, n = 0;
    while (maze[r][c] != 'G' && n < 60) {
        int a = best(r, c);
        putchar("NESW"[a]);
        move(&r, &c, a);
        n++;
    }
    printf("\ngreedy path %d\n", n);
    for (r = 0; r < ROWS; r++) {
        for (c = 0; c < COLS; c++)
            putchar(maze[r][c] == '#' ? '#' : "^>v<"[best(r, c)]);
        putchar('\n');
    }
    return 0;
}
