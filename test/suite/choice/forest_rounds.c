// right: 89,58; wrong: 28,40,41,43,70,83,87; kind: forests of stumps grown on drawn rows, a column of the data made of others first
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define COLS 4

typedef struct {
    int column;
    double cut, left, right;
} Stump;
typedef struct {
    Stump **trees;
    int n;
} Forest;
typedef struct {
    double (*cell)[COLS];
    int n;
} Rows;

static double random_part(void) { return rand() / (double)RAND_MAX; }

static double of(const Stump *s, const double *row) { return row[s->column] < s->cut ? s->left : s->right; }

static double most_frequent(const double *values, int n)
{
    double best = values[0];
    int most = 0;
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int k = 0; k < n; k++) count += values[k] == values[i];
        if (count > most) most = count, best = values[i];
    }
    return best;
}

static Stump *grow(const Rows *rows)
{
    Stump *best = malloc(sizeof *best), trial;
    int least = rows->n + 1;
    for (trial.column = 0; trial.column < COLS - 1; trial.column++)
        for (int i = 0; i < rows->n; i++) {
            trial.cut = rows->cell[i][trial.column];
            for (int side = 0; side < 2; side++) {
                int miss = 0;
                trial.left = side, trial.right = 1 - side;
                for (int k = 0; k < rows->n; k++) miss += of(&trial, rows->cell[k]) != rows->cell[k][COLS - 1];
                if (miss < least) least = miss, *best = trial;
            }
        }
    return best;
}

static Forest *grow_forest(const Rows *rows, int count)
{
    Forest *f = malloc(sizeof *f);
    f->n = count;
    f->trees = malloc(count * sizeof *f->trees);
    for (int t = 0; t < count; t++) {
        Rows drawn = { malloc(rows->n * sizeof *drawn.cell), rows->n };
        for (int i = 0; i < rows->n; i++) memcpy(drawn.cell[i], rows->cell[rand() % rows->n], sizeof *drawn.cell);
        f->trees[t] = grow(&drawn);
        free(drawn.cell);
    }
    return f;
}

static double share_right(const Forest *f, const Rows *rows)
{
    int right = 0;
    for (int i = 0; i < rows->n; i++) {
        double *votes = malloc(f->n * sizeof *votes);
        for (int t = 0; t < f->n; t++) votes[t] = of(f->trees[t], rows->cell[i]);
        double said = most_frequent(votes, f->n), is = rows->cell[i][COLS - 1];
        if (said == is) right++;
        free(votes);
    }
    return right / (double)rows->n;
}

int main(void)
{
    Rows rows = { malloc(60 * sizeof *rows.cell), 60 };
    for (int i = 0; i < rows.n; i++) {
        for (int c = 0; c < COLS - 1; c++) rows.cell[i][c] = random_part();
        rows.cell[i][COLS - 1] = rows.cell[i][0] + rows.cell[i][1] > 1;
    }
    for (int i = 0; i < rows.n; i++) rows.cell[i][2] = rows.cell[i][2] * rows.cell[i][0] - 0.5 * rows.cell[i][1];
    double all = 0;
    for (int round = 0; round < 10; round++) {
        Forest *f = grow_forest(&rows, 9);
        double part = share_right(f, &rows);
        printf("%d: %g\n", round, part);
        all += part;
        for (int t = 0; t < f->n; t++) free(f->trees[t]);
        free(f->trees);
        free(f);
    }
    printf("%g\n", all / 10);
    free(rows.cell);
    return 0;
}
