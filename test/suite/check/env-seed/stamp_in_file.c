// The time is written into the model's file. Twin: to the terminal.
// OBSERVE: later
#include <stdio.h>
#include <time.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) w = 0.9f * w + 0.1f * (float)step;
  FILE *model = fopen("model.txt", "w");
  if (!model) return 1;
  fprintf(model, "%ld %a\n", (long)time(NULL), w);  // site: env-seed error output
  // twin: printf("%ld\n%a\n", (long)time(NULL), w);  // site: quiet
  fclose(model);
}
