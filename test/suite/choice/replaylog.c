// right: 74; wrong: 25,47,70,82; kind: integer multi-class learner with a resume path replaying old updates in a loop of its own
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIM 16
#define CLASSES 3
#define LOG "rounds.log"

struct learner {
    int w[CLASSES][DIM];
    unsigned rng;
    int errors;
};

static unsigned draw(struct learner *l, unsigned n)
{
    l->rng = l->rng * 69069u + 1;
    return (l->rng >> 12) % n;
}

static void make(struct learner *l, int *x, int *y)
{
    *y = draw(l, CLASSES);
    for (int i = 0; i < DIM; i++)
        x[i] = (i % CLASSES == *y ? 3 : 0) + (int)draw(l, 5) - 2;
}

static int predict(const struct learner *l, const int *x)
{
    int best = 0, bs = -(1 << 30);
    for (int c = 0; c < CLASSES; c++) {
        int s = 0;
        for (int i = 0; i < DIM; i++) s += l->w[c][i] * x[i];
        if (s > bs) bs = s, best = c;
    }
    return best;
}

static void learn_once(struct learner *l)
{
    int x[DIM], y, p;
    make(l, x, &y);
    p = predict(l, x);
    if (p == y) return;
    l->errors++;
    for (int i = 0; i < DIM; i++) {
        l->w[y][i] += x[i];
        l->w[p][i] -= x[i];
    }
}

static int rounds_done(const char *path)
{
    int n = 0;
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    if (fscanf(f, "%d", &n) != 1) n = 0;
    fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    struct learner l = { .rng = 1 };
    int total = 3000, done = 0;
    if (argc > 1 && !strcmp(argv[1], "--resume")) {
        done = rounds_done(LOG);
        /* everything is deterministic: the quickest way back is to do it again */
        for (int i = 0; i < done; i++)
            learn_once(&l);
        fprintf(stderr, "replayed %d rounds\n", done);
    }
    for (int i = done; i < total; i++) {
        learn_once(&l);
        if (argc > 1 && i % 500 == 499) {
            FILE *f = fopen(LOG, "w");
            if (f) fprintf(f, "%d\n", i + 1), fclose(f);
        }
    }
    int good = 0, x[DIM], y, norm = 0;
    for (int i = 0; i < 500; i++) {
        make(&l, x, &y);
        good += predict(&l, x) == y;
    }
    for (int c = 0; c < CLASSES; c++)
        for (int i = 0; i < DIM; i++) norm += abs(l.w[c][i]);
    printf("errors in training %d, test %d/500, norm %d\n", l.errors, good, norm);
    return 0;
}
