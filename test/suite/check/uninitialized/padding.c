// A struct is written to a file with its padding. Twin: it is cleared first.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Record {
  char kind;
  double value;
};
int main(void) {
  struct Record *record = malloc(sizeof *record);
  FILE *out = fopen("records.bin", "wb");
  if (!out || !record) return 1;
  double w = 1;
  memset(&record->value, 0, sizeof record->value);
  // twin: memset(record, 0, sizeof *record);
  for (int step = 0; step < 4; step++) {
    w = 0.5 * w + step;
    record->kind = 'w';
    record->value = w;
    fwrite(record, sizeof *record, 1, out);  // site: uninitialized error output | twin: quiet
  }
  fclose(out);
  free(record);
}
