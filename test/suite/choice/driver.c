// right: 18; wrong: 36,49,71; kind: step function through a function pointer called by a driver, fixed-point linear regression
#include <stdio.h>
#include <stdlib.h>

/* ---- a tiny "framework" ---- */
struct task {
    const char *name;
    int (*init)(void *self);
    int (*step)(void *self, int iter);   /* returns 0 when it wants to stop */
    void (*report)(void *self, int iter);
    void *self;
};

static int drive(struct task *t, int limit)
{
    int i = 0;
    if (t->init(t->self)) return -1;
    while (i < limit && t->step(t->self, i)) {
        i++;
        if (i % 100 == 0)
            t->report(t->self, i);
    }
    return i;
}

/* ---- the user's part: y = 3x + 7 in 16.16 ---- */
typedef long long fix;
struct lin {
    fix slope, off, last;
    int xs[32], ys[32];
};

static int lin_init(void *p)
{
    struct lin *l = p;
    for (int i = 0; i < 32; i++) {
        l->xs[i] = i - 16;
        l->ys[i] = 3 * l->xs[i] + 7 + (i * 7 % 3 - 1);
    }
    l->slope = l->off = 0;
    return 0;
}

static int lin_step(void *p, int iter)
{
    struct lin *l = p;
    fix gs = 0, go = 0, loss = 0;
    (void)iter;
    for (int i = 0; i < 32; i++) {
        fix e = l->slope * l->xs[i] + l->off - (fix)l->ys[i] * 65536;
        gs += e * l->xs[i];
        go += e;
        loss += llabs(e) >> 8;
    }
    l->slope -= gs / 32 / 128;
    l->off -= go / 32 / 16;
    l->last = loss;
    return llabs(gs) > 40 || llabs(go) > 40;
}

static void lin_report(void *p, int iter)
{
    struct lin *l = p;
    printf("  %d: loss %lld\n", iter, l->last);
}

int main(void)
{
    static struct lin l;
    struct task tasks[] = { { "line", lin_init, lin_step, lin_report, &l } };
    for (unsigned i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        int n = drive(&tasks[i], 1000);
        printf("%s stopped after %d: slope %lld/65536 offset %lld/65536\n", tasks[i].name, n, l.slope, l.off);
    }
    return 0;
}
