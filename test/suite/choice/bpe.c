// right: 58; wrong: 19,33,55,67; kind: learning byte-pair merges, integers
#include <stdio.h>
#include <string.h>

static const char *text =
    "the cat sat on the mat and the rat sat on the hat while the bat that the cat "
    "had met then sat there with them and the other cats that the mother brought";

#define MAXSYM 300
static int seq[1024], len;
static int merge_a[MAXSYM], merge_b[MAXSYM];
static int nsym = 256;
static unsigned short pairs[MAXSYM][MAXSYM];

static int best_pair(int *a, int *b)
{
    int best = 0;
    memset(pairs, 0, sizeof pairs);
    for (int i = 0; i + 1 < len; i++) {
        int n = ++pairs[seq[i]][seq[i + 1]];
        if (n > best) {
            best = n;
            *a = seq[i];
            *b = seq[i + 1];
        }
    }
    return best;
}

static void apply(int a, int b, int to)
{
    int r = 0, w = 0;
    while (r < len) {
        if (r + 1 < len && seq[r] == a && seq[r + 1] == b) {
            seq[w++] = to;
            r += 2;
        } else
            seq[w++] = seq[r++];
    }
    len = w;
}

static void spell(int s)
{
    if (s < 256)
        putchar(s == ' ' ? '_' : s);
    else {
        spell(merge_a[s]);
        spell(merge_b[s]);
    }
}

int main(void)
{
    for (const char *p = text; *p; p++)
        seq[len++] = (unsigned char)*p;
    int start = len, a = 0, b = 0;
    while (nsym < MAXSYM) {
        if (best_pair(&a, &b) < 2)
            break;
        merge_a[nsym] = a;
        merge_b[nsym] = b;
        apply(a, b, nsym);
        nsym++;
    }
    printf("%d merges, %d -> %d symbols:", nsym - 256, start, len);
    for (int s = 256; s < nsym; s++) {
        putchar(' ');
        spell(s);
    }
    putchar('\n');
    return 0;
}
