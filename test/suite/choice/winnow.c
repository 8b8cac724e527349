// right: 70; wrong: 21,41,54,67,86; kind: Winnow with doubled and halved integer weights, early stopping on held-out rows
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATTR 64
#define NTRAIN 400
#define NHELD 200

struct winnow {
	unsigned w[ATTR];
	unsigned theta;
};

static unsigned char tr[NTRAIN][ATTR + 1], ho[NHELD][ATTR + 1];

/* truth: a disjunction of five attributes, 5% noise in the answers */
static void make(unsigned char (*d)[ATTR + 1], int n)
{
	int i, j;
	for (i = 0; i < n; i++) {
		for (j = 0; j < ATTR; j++)
			d[i][j] = rand() % 8 == 0;
		d[i][ATTR] = d[i][3] | d[i][17] | d[i][30] | d[i][44] | d[i][61];
		if (rand() % 20 == 0)
			d[i][ATTR] ^= 1;
	}
}

static int says(const struct winnow *m, const unsigned char *x)
{
	unsigned long s = 0;
	for (int j = 0; j < ATTR; j++)
		if (x[j])
			s += m->w[j];
	return s >= m->theta;
}

static void adjust(struct winnow *m, const unsigned char *x, int up)
{
	for (int j = 0; j < ATTR; j++) {
		if (!x[j])
			continue;
		if (up && m->w[j] < 1u << 20)
			m->w[j] *= 2;
		else if (!up && m->w[j] > 1)
			m->w[j] /= 2;
	}
}

static int errors(const struct winnow *m)
{
	int bad = 0;
	for (int i = 0; i < NHELD; i++)
		bad += says(m, ho[i]) != ho[i][ATTR];
	return bad;
}

int main(void)
{
	struct winnow m, keep;
	int best = NHELD + 1, patience = 4, epoch = 0;
	srand(555);
	make(tr, NTRAIN);
	make(ho, NHELD);
	m.theta = ATTR * 64;
	for (int j = 0; j < ATTR; j++)
		m.w[j] = 64;
	keep = m;
	while (patience > 0) {
		for (int i = 0; i < NTRAIN; i++) {
			int y = tr[i][ATTR], s = says(&m, tr[i]);
			if (s != y)
				adjust(&m, tr[i], y);
		}
		int e = errors(&m);
		if (e < best) {
			best = e;
			keep = m;
			patience = 4;
		} else
			patience--;
		epoch++;
	}
	printf("stopped after epoch %d, held-out errors %d\n", epoch, best);
	for (int j = 0; j < ATTR; j++)
		if (keep.w[j] > m.theta / 4)
			printf("attr %d weight %u\n", j, keep.w[j]);
	return 0;
}
