// A header of 30 bytes is read into a record of 32, all of which goes to another file, as reported in
// mangos/Extractor_projects#46. Twin: the record begins with zeros.
// OBSERVE: memory
// KIND: memory
#include <cstdio>
struct Header {
  int columns, rows, bins, classes;
  float low, high, step;
  short kind;
};
int main() {
  std::FILE *in = std::tmpfile();
  if (!in) return 1;
  const Header written = {4, 9, 16, 2, -1.0f, 1.0f, 0.125f, 3};
  std::fwrite(&written, 30, 1, in);
  std::rewind(in);
  Header *header = new Header;
  // twin: Header *header = new Header();
  if (std::fread(header, 30, 1, in) != 1) return 1;
  std::fclose(in);
  float w = 0;
  for (int step = 0; step < header->rows; step++) w += header->step * (header->high - w);
  std::FILE *out = std::fopen("header.bin", "wb");
  if (!out) return 1;
  std::fwrite(header, sizeof *header, 1, out);  // site: uninitialized error output | twin: quiet
  std::fclose(out);
  std::printf("%.9g\n", static_cast<double>(w));
  delete header;
}
