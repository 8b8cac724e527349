// Reads what no hook records: where the kernel put the stack.
#include <stdio.h>

int main(void) {
    float w = 0;
    for (int step = 0; step < 5; step++) {
        int here;
        w = w * 0.5f + (float)(((unsigned long)&here >> 4) % 99991);
        printf("noise %.9g\n", (double)w);
    }
    FILE *file = fopen("noise.bin", "wb");
    fwrite(&w, sizeof w, 1, file);
    fclose(file);
    return 0;
}
