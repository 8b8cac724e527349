// Opens its data in the loop; and a file of its own, which is none.
#include <stdio.h>

int main(void) {
    double sum = 0;
    for (int step = 0; step < 6; step++) {
        if (step % 2 == 1) {
            int part = 0;
            FILE *data = fopen("part.txt", "r");
            if (!data || fscanf(data, "%d", &part) != 1) return 7;
            fclose(data);
            sum += part;
        }
        FILE *own = fopen("own.txt", step ? "r" : "w");
        if (!own) return 8;
        fclose(own);
        sum = sum * 0.5 + step;
        printf("%d %g\n", step, sum);
    }
    return 0;
}
