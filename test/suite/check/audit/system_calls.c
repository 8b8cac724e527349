// write and read of POSIX, without the velocity. Twin: with it.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static float w[4] = {1, 2, 3, 4}, v[4];  // site: missing-state error state @1 | twin: quiet
static int step;
static int Save(const char *name) {  // site: missing-state error state @1 | twin: quiet
  int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return 0;
  long n = write(file, w, sizeof w) + write(file, &step, sizeof step);
  // twin: long n = write(file, w, sizeof w) + write(file, &step, sizeof step) + write(file, v, sizeof v);
  return close(file) == 0 && n > 0;
}
static int Load(const char *name) {  // site: missing-state error state @1 | twin: quiet
  int file = open(name, O_RDONLY);
  if (file < 0) return 0;
  long n = read(file, w, sizeof w) + read(file, &step, sizeof step);
  // twin: long n = read(file, w, sizeof w) + read(file, &step, sizeof step) + read(file, v, sizeof v);
  return close(file) == 0 && n > 0;
}
int main(int argc, char **argv) {
  if (argc > 1 && !Load(argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; step < 8; step++)
    for (int i = 0; i < 4; i++) {
      v[i] = 0.9f * v[i] + 0.1f * (w[i] - w[3 - i] + 0.5f);
      w[i] -= v[i];
    }
  if (!Save("model.bin")) return 1;  // site: missing-state error state @1 | twin: quiet
  printf("%f\n", w[0]);
}
