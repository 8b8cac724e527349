// Streams of C++: insertions are outputs, extractions inputs, at the operator.
// RUN: %detrain plan --dump=rir %s 2>&1 | FileCheck %s
// CHECK-NOT: note:
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
void print(std::ostream& out, float x, const std::string& name) {
  out << name << std::setprecision(3) << x << std::endl;
}
// CHECK-LABEL: func $print(
// CHECK: output file
// CHECK: by precision
// CHECK: store
// CHECK: output file
float read(std::ifstream& in) {
  float x = 0;
  in >> x;
  return in.eof() ? 0 : x;
}
// CHECK-LABEL: func $read(
// CHECK: input file
std::string label(int i) {
  std::ostringstream text;
  text << "layer" << i;
  return text.str();
}
// CHECK-LABEL: func $label(
// CHECK: alloc
int main() {
  std::ofstream log("log.txt");
  print(log, 1, "a");
  print(std::cout, 1, "a");
}
// CHECK-LABEL: func $main(
// CHECK: seek
