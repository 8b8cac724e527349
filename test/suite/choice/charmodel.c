// right: 74; wrong: 20,43,59,80; kind: neural character bigram by SGD then text generation, float
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char corpus[] = "she sells sea shells by the sea shore. the shells she sells are sea shells for sure. "
                             "so if she sells shells on the sea shore then i am sure she sells sea shore shells. ";
#define E 6
#define MAXV 32

static char alphabet[MAXV];
static int V, id[256];
static float emb[MAXV][E], out[MAXV][E], bias[MAXV], p[MAXV];

static void build_vocab(void)
{
    memset(id, -1, sizeof id);
    for (const char *c = corpus; *c; c++) {
        if (id[(int)*c] < 0) {
            id[(int)*c] = V;
            alphabet[V++] = *c;
        }
    }
}

static void softmax(int from)
{
    float z = 0;
    for (int v = 0; v < V; v++) {
        p[v] = bias[v];
        for (int e = 0; e < E; e++) p[v] += emb[from][e] * out[v][e];
        z += p[v] = expf(p[v]);
    }
    for (int v = 0; v < V; v++) p[v] /= z;
}

static float learn(int a, int b, float lr)
{
    float de[E] = { 0 };
    softmax(a);
    for (int v = 0; v < V; v++) {
        float g = p[v] - (v == b);
        for (int e = 0; e < E; e++) {
            de[e] += g * out[v][e];
            out[v][e] -= lr * g * emb[a][e];
        }
        bias[v] -= lr * g;
    }
    for (int e = 0; e < E; e++) emb[a][e] -= lr * de[e];
    return -logf(p[b]);
}

static int pick(void)
{
    float u = rand() / (RAND_MAX + 1.0f);
    int v = 0;
    while (v < V - 1 && (u -= p[v]) > 0) v++;
    return v;
}

int main(void)
{
    int n = strlen(corpus), step = 0;
    float avg = 3;
    srand(1);
    build_vocab();
    for (int v = 0; v < V; v++)
        for (int e = 0; e < E; e++) {
            emb[v][e] = rand() / (float)RAND_MAX - .5f;
            out[v][e] = rand() / (float)RAND_MAX - .5f;
        }
    while (step < 12000) {
        int at = rand() % (n - 1);
        avg += 0.005f * (learn(id[(int)corpus[at]], id[(int)corpus[at + 1]], 0.1f) - avg);
        if (++step % 3000 == 0) fprintf(stderr, "%d %.3f\n", step, avg);
    }
    int cur = id['s'], made = 0;
    while (made < 60) {
        putchar(made ? alphabet[cur] : toupper(alphabet[cur]));
        softmax(cur);
        cur = pick();
        made++;
    }
    printf("\nsmoothed loss below 1.9: %s\n", avg < 1.9f ? "yes" : "no");
    return 0;
}
