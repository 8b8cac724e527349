// right: 50; wrong: 24,40,64; kind: online integer perceptron over lines of standard input
#include <stdio.h>
#include <string.h>

/* spam filter: every line is "<+1|-1> word word word ..." and teaches us once */

#define SLOTS 4096

static int weight[SLOTS];
static int bias;

static unsigned slot_of(const char *w)
{
	unsigned h = 5381;
	while (*w)
		h = h * 33 ^ (unsigned char)*w++;
	return h % SLOTS;
}

static int gather(char *s, unsigned *feat, int max)
{
	int n = 0;
	char *tok;
	for (tok = strtok(s, " \t\r\n"); tok && n < max; tok = strtok(NULL, " \t\r\n"))
		feat[n++] = slot_of(tok);
	return n;
}

static int score(const unsigned *f, int n)
{
	int s = bias;
	while (n-- > 0)
		s += weight[*f++];
	return s;
}

static void nudge(const unsigned *f, int n, int y)
{
	bias += y;
	while (n-- > 0)
		weight[*f++] += y;
}

int main(void)
{
	char line[1024];
	unsigned feat[128];
	long seen = 0, wrong = 0;

	while (fgets(line, sizeof line, stdin)) {
		int y, n, used = 0;
		if (sscanf(line, "%d%n", &y, &used) != 1)
			continue;
		y = y > 0 ? 1 : -1;
		n = gather(line + used, feat, 128);
		seen++;
		if (score(feat, n) * y <= 0) {
			wrong++;
			nudge(feat, n, y);
		}
	}

	int nz = 0, sum = 0;
	for (int i = 0; i < SLOTS; i++) {
		nz += weight[i] != 0;
		sum += weight[i];
	}
	printf("lines %ld, mistakes %ld, nonzero weights %d, sum %d, bias %d\n", seen, wrong, nz, sum, bias);
	return 0;
}
