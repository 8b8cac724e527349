// right: 40; wrong: 30,35,49,60,65,74; kind: k-means in an OpenMP parallel region, while(1) with barriers, float
#include <float.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000
#define K 5

typedef struct { double x, y; } pt;

static pt p[N], c[K], sum[K];
static int own[N], cnt[K];

static int closest(pt q)
{
    int b = 0;
    double bd = DBL_MAX;
    for (int k = 0; k < K; k++) {
        double dx = q.x - c[k].x, dy = q.y - c[k].y, d = dx * dx + dy * dy;
        if (d < bd) bd = d, b = k;
    }
    return b;
}

int main(void)
{
    int moved = 0, rounds = 0, stop = 0;
    srand(13);
    for (int i = 0; i < N; i++) {
        p[i].x = (i % K) * 8 + rand() % 500 / 50.0;
        p[i].y = (i % K * 3 % K) * 8 + rand() % 500 / 50.0;
        own[i] = -1;
    }
    for (int k = 0; k < K; k++) c[k] = p[k * 11];

    omp_set_num_threads(2);
    #pragma omp parallel
    {
        while (1) {
            pt ls[K] = { { 0, 0 } };
            int lc[K] = { 0 }, lm = 0;
            #pragma omp single
            {
                moved = 0;
                for (int k = 0; k < K; k++) sum[k] = (pt){ 0, 0 }, cnt[k] = 0;
            }
            #pragma omp for
            for (int i = 0; i < N; i++) {
                int b = closest(p[i]);
                lm += b != own[i];
                own[i] = b;
                ls[b].x += p[i].x;
                ls[b].y += p[i].y;
                lc[b]++;
            }
            #pragma omp critical
            {
                moved += lm;
                for (int k = 0; k < K; k++) sum[k].x += ls[k].x, sum[k].y += ls[k].y, cnt[k] += lc[k];
            }
            #pragma omp barrier
            #pragma omp single
            {
                for (int k = 0; k < K; k++)
                    if (cnt[k]) c[k] = (pt){ sum[k].x / cnt[k], sum[k].y / cnt[k] };
                rounds++;
                stop = moved == 0 || rounds >= 100;
            }
            if (stop) break;
            #pragma omp barrier
        }
    }
    for (int k = 0; k < K; k++)
        printf("%d: %.3f %.3f (%d)\n", k, c[k].x, c[k].y, cnt[k]);
    printf("rounds %d\n", rounds);
    return 0;
}
