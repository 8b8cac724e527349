// Files are read in the order of the directory. Twin: their names are sorted.
// OBSERVE: none
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  struct dirent **entry = NULL;
  float w = 1;
  int count = scandir(".", &entry, NULL, NULL);  // site: unordered-iteration error state
  // twin: int count = scandir(".", &entry, NULL, alphasort);  // site: quiet
  for (int step = 0; step < 4; step++)
    for (int i = 0; i < count; i++) w = 0.9f * w + (float)strlen(entry[i]->d_name);
  for (int i = 0; i < count; i++) free(entry[i]);
  free(entry);
  printf("%f\n", w);
}
