// right: 59; wrong: 30,45,75; kind: multi-armed bandit with integer counts, while(1) with breaks
#include <stdio.h>
#include <stdlib.h>

#define ARMS 6

typedef struct Arm {
    const char *label;
    int hidden;                 /* wins per thousand */
    int pulls, wins;
} Arm;

static Arm arms[ARMS] = {
    { "cherry", 310 }, { "lemon", 450 }, { "bell", 620 },
    { "plum", 120 }, { "seven", 580 }, { "bar", 400 },
};

static unsigned long long s = 88172645463325252ull;
static unsigned rnd(void)
{
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s >> 33;
}

static int isqrt(int v)
{
    int r = 0;
    while ((r + 1) * (r + 1) <= v) r++;
    return r;
}

static int ilog2(int v)
{
    int l = 0;
    while (v >>= 1) l++;
    return l;
}

static Arm *choose(int t)
{
    Arm *best = NULL;
    int bv = -1;
    for (Arm *a = arms; a < arms + ARMS; a++) {
        if (a->pulls == 0) return a;
        int v = 1000 * a->wins / a->pulls + isqrt(1400000 * ilog2(t) / 10 / a->pulls * 10);
        if (v > bv) {
            bv = v;
            best = a;
        }
    }
    return best;
}

int main(void)
{
    int t = 0, money = 200;
    while (1) {
        Arm *a = choose(++t);
        int win = rnd() % 1000 < (unsigned)a->hidden;
        a->pulls++;
        a->wins += win;
        money += win ? 1 : -1;
        if (money <= 0) {
            puts("broke");
            break;
        }
        if (t >= 2500)
            break;
        if (t % 500 == 0)
            fprintf(stderr, "t=%d money=%d\n", t, money);
    }
    printf("%d pulls, money %d\n", t, money);
    for (int i = 0; i < ARMS; i++) {
        printf("%-7s %5d/%-5d ", arms[i].label, arms[i].wins, arms[i].pulls);
        for (int k = 0; k < arms[i].pulls; k += 50) putchar('*');
        putchar('\n');
    }
    return 0;
}
