// right: 42; wrong: 34,55,62; kind: averaged perceptron, integers, two modes by argv (train or test)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct { const char *lang, *txt; } corpus[] = {
    { "en", "the house is on the hill and the river runs below it" },
    { "de", "das haus steht auf dem berg und der fluss liegt unten" },
    { "en", "she went to the market to buy bread and some cheese" },
    { "de", "sie ging auf den markt um brot und etwas kaese zu kaufen" },
    { "en", "there is nothing to see here and so we should go" },
    { "de", "hier gibt es nichts zu sehen und so sollten wir gehen" },
    { "en", "they were reading the old letters by the fire" },
    { "de", "sie lasen die alten briefe am feuer in der stube" },
};
#define NSENT (int)(sizeof corpus / sizeof corpus[0])

typedef struct {
    long w[26 * 26], acc[26 * 26];
    long n;
} Model;

static long dot(const long *w, const char *s)
{
    long r = 0;
    for (; s[1]; s++)
        if (s[0] != ' ' && s[1] != ' ')
            r += w[(s[0] - 'a') * 26 + s[1] - 'a'];
    return r;
}

static void add(long *w, const char *s, long by)
{
    for (; s[1]; s++)
        if (s[0] != ' ' && s[1] != ' ')
            w[(s[0] - 'a') * 26 + s[1] - 'a'] += by;
}

static void train(Model *m, int max)
{
    int epoch = 0, mistakes;
    do {
        mistakes = 0;
        for (int i = 0; i < NSENT; i++) {
            long y = corpus[i].lang[0] == 'e' ? 1 : -1;
            m->n++;
            if (dot(m->w, corpus[i].txt) * y <= 0) {
                add(m->w, corpus[i].txt, y);
                add(m->acc, corpus[i].txt, y * m->n);
                mistakes++;
            }
        }
        fprintf(stderr, "epoch %d: %d\n", ++epoch, mistakes);
    } while (mistakes && epoch < max);
    for (int j = 0; j < 26 * 26; j++)
        m->w[j] = m->w[j] * (m->n + 1) - m->acc[j];
}

static int test(const Model *m)
{
    int ok = 0;
    for (int i = 0; i < NSENT; i++) {
        long s = dot(m->w, corpus[i].txt);
        ok += (s > 0) == (corpus[i].lang[0] == 'e');
        printf("%s %8ld  %.20s...\n", corpus[i].lang, s, corpus[i].txt);
    }
    return ok;
}

int main(int argc, char **argv)
{
    static Model m;
    const char *mode = argc > 1 ? argv[1] : "both";
    if (!strcmp(mode, "train") || !strcmp(mode, "both"))
        train(&m, argc > 2 ? atoi(argv[2]) : 20);
    if (!strcmp(mode, "test") || !strcmp(mode, "both"))
        printf("%d of %d\n", test(&m), NSENT);
    return 0;
}
