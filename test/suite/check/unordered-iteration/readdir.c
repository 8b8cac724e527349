// The names of a directory, one after the other, make the data. Twin: they make a count.
// OBSERVE: none
#include <dirent.h>
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    DIR *folder = opendir(".");
    int count = 0;
    if (!folder) return 1;
    for (struct dirent *entry; (entry = readdir(folder));) {  // site: unordered-iteration error state | twin: quiet
      w = 0.9f * w + (float)entry->d_name[0];
      // twin: count++;
    }
    closedir(folder);
    w = 0.5f * w + (float)count;
  }
  printf("%f\n", w);
}
