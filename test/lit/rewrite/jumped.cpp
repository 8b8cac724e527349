// A jump passes the declaration of a variable that is saved: C++ lets it have no initialiser, so that it is cleared
// behind its declaration.
// RUN: rm -rf %t && %detrain rewrite %s -o %t --diff | FileCheck %s
// RUN: %detrain rewrite %s -o %t && cd %t && %gxx -O2 -Wall -Wextra -I%rt_include $(find . -name jumped.cpp) %rt_lib -lpthread -o by_gcc && %clangxx -O2 -I%rt_include $(find . -name jumped.cpp) %rt_lib -lpthread -o by_clang
// RUN: cd %t && %detrain verify --kill-at 1,3 --poison -- ./by_gcc && ./by_clang
// CHECK-DAG: {{^[+]}}  double sum = {};
// CHECK-DAG: {{^[+]}}  Net net; __builtin_memset(&net, 0, sizeof net);
// CHECK-DAG: {{^[+]}}  float rates[2]; __builtin_memset(&rates, 0, sizeof rates);
#include <cstdio>

struct Net {
  float weight;
  float speed[3];
  long unused;
};

int main(int argc, char**) {
  double sum;
  if (argc > 5)
    goto end;
  float rates[2];
  Net net;
  net.weight = 1;
  net.speed[0] = 0;
  rates[0] = 0.5f;
  sum = 0;
  for (int step = 0; step < 6; step++) {
    net.speed[0] = 0.5f * net.speed[0] + net.weight;
    net.weight -= 0.1f * rates[0] * net.speed[0];
    rates[0] *= 0.9f;
    sum += net.weight;
    std::printf("%f %f\n", static_cast<double>(net.weight), sum);
  }
end:
  return 0;
}
