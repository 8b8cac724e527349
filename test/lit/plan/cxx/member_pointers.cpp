// Pointers to data members: which member a step writes is a number of bytes.
// RUN: cd %S && %detrain plan member_pointers.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan member_pointers.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// The other members are not touched. `bias` is, through a pointer that goes from the base to the derived class.
// CHECK: bitwise
// CHECK-DAG: {{^  }}rows[].u {{.*}} invariant{{$}}
// CHECK-DAG: {{^  }}rows[].v {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}rows[].bias {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}picked {{.*}} invariant{{$}}
//
// Twin 1: the pointer itself changes from step to step.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}rows[].u {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}rows[].v {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}picked {{.*}} carried{{$}}
#include <cstdio>
#include <vector>
struct Scale {
  float scale = 0.5f;
};
struct Bias {
  float bias = 3;
};
struct Row : Scale, Bias {
  float u = 1, v = 2;
};
int main() {
  std::vector<Row> rows(3);
  float Row::*picked = &Row::v;
  float Row::*shifted = &Bias::bias;
  float Row::*none = nullptr;
  for (int step = 0; step < 8; ++step) {
    for (Row& row : rows) {
      row.*picked = row.*picked * row.scale + row.u;
      Row* pointer = &row;
      pointer->*shifted += 0.25f * row.v;
    }
#if TWIN == 1
    picked = picked == &Row::u ? &Row::v : &Row::u;
#endif
    if (none)
      rows[0].*none += 1;
    std::printf("%f %f %f\n", rows[1].u, rows[1].v, rows[2].bias);
  }
}
