// Members that a constructor leaves without a value, where no member can have an initialiser: C++98.
// RUN: rm -rf %t && mkdir %t && cp %s %t/fit.cpp && cd %t
// RUN: %detrain rewrite fit.cpp -o out --diff -- g++ -std=c++98 | FileCheck %s
// RUN: %detrain cc -- g++ -std=c++98 -O2 fit.cpp -o fit && %detrain verify --kill-at 1,3 --poison -- ./fit
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Leaves addresses on the stack, which differ from run to run.
__attribute__((noinline)) static void Dirty() {
  volatile uintptr_t junk[1024];
  for (int i = 0; i < 1024; i++)
    junk[i] = (uintptr_t)&junk[i];
}

class Net {
 public:
  // CHECK: {{^[+].*}}explicit Net(float rate) : rate(rate) { __builtin_memset(&this->name, 0, sizeof this->name);
  explicit Net(float rate) : rate(rate) {
    name[0] = 0;
    w[0] = w[1] = 1;
    w[2] = w[3] = 2;
  }
  void Name(const char* text) { strcpy(name, text); }
  void Step(int step) {
    for (int i = 0; i < 4; i++)
      w[i] -= rate * (w[(i + 1) % 4] - (float)(step % 3));
    if (step > 3)
      printf("%s %f\n", name, w[0]);
  }

 private:
  char name[100];
  float w[4];
  float rate;
};

__attribute__((noinline)) static void Train() {
  Net net(0.1f);
  net.Name("fit");
  for (int step = 0; step < 6; step++)
    net.Step(step);
}

int main() {
  Dirty();
  Train();
}
