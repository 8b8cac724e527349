// right: 58; wrong: 16,67; kind: Elo ratings from standard input, integers
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct player {
    char name[24];
    int rating, games;
};

static struct player tab[256];
static int nplayers;

static struct player *lookup(const char *name)
{
    for (int i = 0; i < nplayers; i++)
        if (!strcmp(tab[i].name, name))
            return &tab[i];
    if (nplayers == 256)
        return NULL;
    struct player *p = &tab[nplayers++];
    snprintf(p->name, sizeof p->name, "%s", name);
    p->rating = 1500;
    return p;
}

/* expected score of a against b, in thousandths, by a table and interpolation */
static int expected(int diff)
{
    static const int pts[] = { 500, 640, 760, 849, 909, 947, 969, 982, 990 };
    int neg = diff < 0, d = neg ? -diff : diff;
    if (d >= 800)
        d = 799;
    int e = pts[d / 100] + (pts[d / 100 + 1] - pts[d / 100]) * (d % 100) / 100;
    return neg ? 1000 - e : e;
}

static void play(struct player *a, struct player *b, int result)
{
    int k = a->games < 5 || b->games < 5 ? 40 : 20;
    int delta = k * (result - expected(a->rating - b->rating)) / 1000;
    a->rating += delta;
    b->rating -= delta;
    a->games++;
    b->games++;
}

static int order(const void *x, const void *y)
{
    return ((const struct player *)y)->rating - ((const struct player *)x)->rating;
}

int main(void)
{
    char wn[24], bn[24], res[8];
    int games = 0;

    while (scanf("%23s %23s %7s", wn, bn, res) == 3) {
        struct player *w = lookup(wn), *b = lookup(bn);
        if (!w || !b || w == b)
            continue;
        play(w, b, !strcmp(res, "1-0") ? 1000 : !strcmp(res, "0-1") ? 0 : 500);
        games++;
    }
    qsort(tab, nplayers, sizeof *tab, order);
    printf("%d games, %d players\n", games, nplayers);
    for (int i = 0; i < nplayers && i < 10; i++)
        printf("%2d. %-12s %5d (%d)\n", i + 1, tab[i].name, tab[i].rating, tab[i].games);
    return 0;
}
