// Streams in arrays, whose constructors are called in an expression of the array's type: made one by one, each of its
// class.
// RUN: %detrain plan --dump=rir %s 2>&1 | FileCheck %s
#include <fstream>
#include <sstream>
struct Logs {
  std::ofstream files[2];
  std::ostringstream notes[2][3];
};
// CHECK-LABEL: func $Logs::Logs(
// CHECK: seek %{{.*}} by open
// CHECK-NOT: seek
// CHECK: math by text
// CHECK-NEXT: store
int main(int argc, char**) {
  std::ifstream in[3];
  auto* texts = new std::istringstream[argc];
  Logs logs;
  logs.files[1] << argc;
  logs.notes[1][2] << 2.5;
  int x = 0;
  in[0] >> x;
  texts[0] >> x;
  delete[] texts;
  return x;
}
// CHECK-LABEL: func $main(
// CHECK: loop 0
// CHECK: seek %{{.*}} by open
// CHECK: alloc
// CHECK: loop 1
// CHECK-NOT: seek
// CHECK: math by text
// CHECK-NEXT: store
