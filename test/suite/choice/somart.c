// right: 59; wrong: 17,35,42,63; kind: self-organising map of colours, integers, prints picture after
#include <stdio.h>
#include <stdlib.h>

typedef struct { int r, g, b; } rgb;

#define W 18
#define H 9
static rgb map[H][W];

static int sq(int v) { return v * v; }
static int far(rgb a, rgb b) { return sq(a.r - b.r) + sq(a.g - b.g) + sq(a.b - b.b); }

static void winner(rgb in, int *wx, int *wy)
{
    int best = 1 << 30;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            if (far(map[y][x], in) < best) {
                best = far(map[y][x], in);
                *wx = x;
                *wy = y;
            }
}

static void pull(rgb *m, rgb in, int num)
{
    m->r += (in.r - m->r) * num / 256;
    m->g += (in.g - m->g) * num / 256;
    m->b += (in.b - m->b) * num / 256;
}

static void fill(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            map[y][x] = (rgb){ rand() % 4096, rand() % 4096, rand() % 4096 };
}

static void draw(void)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            rgb c = map[y][x];
            putchar(c.r > c.g && c.r > c.b ? (c.r > 3000 ? 'R' : 'r') : c.g > c.b ? (c.g > 3000 ? 'G' : 'g') : c.b > 3000 ? 'B' : 'b');
        }
        putchar('\n');
    }
}

int main(void)
{
    static const rgb basic[] = { { 4000, 200, 200 }, { 200, 4000, 200 }, { 200, 200, 4000 }, { 3000, 3000, 100 } };
    int rest = 2400, total = 2400;
    srand(31);
    fill();
    draw();
    puts("");
    for (; rest > 0; rest--) {
        rgb in = basic[rand() % 4];
        int wx = 0, wy = 0, radius = 1 + 6 * rest / total, rate = 16 + 120 * rest / total;
        winner(in, &wx, &wy);
        for (int y = wy - radius; y <= wy + radius; y++)
            for (int x = wx - radius; x <= wx + radius; x++)
                if (x >= 0 && y >= 0 && x < W && y < H)
                    pull(&map[y][x], in, rate / (1 + abs(x - wx) + abs(y - wy)));
    }
    draw();
    return 0;
}
