// The names of a directory are kept, and read in their order. Twin: they are sorted first.
// OBSERVE: none
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int Compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(void) {
  char **name = NULL;
  size_t count = 0;
  DIR *folder = opendir(".");
  if (!folder) return 1;
  for (struct dirent *entry; (entry = readdir(folder));) {  // site: unordered-iteration error state | twin: quiet
    char **more = realloc(name, (count + 1) * sizeof *name);
    if (!more) return 1;
    name = more;
    name[count++] = strdup(entry->d_name);
  }
  closedir(folder);
  (void)Compare;
  // twin: qsort(name, count, sizeof *name, Compare);
  float w = 1;
  for (size_t i = 0; i < count; i++) w = 0.9f * w + (float)name[i][0];
  FILE *out = fopen("w.txt", "w");
  if (!out) return 1;
  fprintf(out, "%f\n", (double)w);
  fclose(out);
}
