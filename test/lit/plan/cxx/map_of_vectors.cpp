// Moments that an optimizer keeps by number. One node's key is not another's, so that new nodes hang below old ones, of
// which the colours are read.
// RUN: cd %S && %detrain plan map_of_vectors.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan map_of_vectors.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}kept{{\[\]}}.color {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}kept{{\[\]}}.left {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}kept{{\[\]}}.first {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}kept{{\[\]}}.second {{.*}}f32{{.*}} carried{{$}}
//
// Twin 1: each step makes them anew.
// TWIN1: bitwise
// TWIN1-NOT: {{^  }}kept
#include <cstdio>
#include <map>
#include <vector>
using Moments = std::map<int, std::vector<float>>;
int main() {
#if TWIN == 0
  Moments kept;
#endif
  std::vector<float> w(4, 0.5f);
  for (int step = 0; step < 9; ++step) {
#if TWIN == 1
    Moments kept;
#endif
    auto& moment = kept[step * 2 % 5];
    if (moment.empty())
      moment.resize(w.size());
    for (std::size_t i = 0; i < w.size(); ++i) {
      moment[i] = 0.9f * moment[i] + 0.1f * w[i] + static_cast<float>(i);
      w[i] -= 0.1f * moment[i];
    }
  }
  std::printf("%f\n", static_cast<double>(w[1]));
}
