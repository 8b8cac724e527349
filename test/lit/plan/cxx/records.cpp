// A vector of records that grows as it is filled: its block is an array of records, whatever their number.
// RUN: cd %S && %detrain plan records.cpp | FileCheck %s --implicit-check-not=bytes[]
// RUN: cd %S && %detrain plan records.cpp -- -DTWIN | FileCheck %s --check-prefix=TWIN
// CHECK-DAG: {{^  }}samples[].y {{.*}} invariant{{$}}
// CHECK-DAG: {{^  }}samples[].x {{.*}} invariant{{$}}
// Twin: the steps write into them.
// TWIN-DAG: {{^  }}samples[].y {{.*}} carried{{$}}
// TWIN-DAG: {{^  }}samples[].x {{.*}} invariant{{$}}
#include <cstdio>
#include <vector>
struct Sample {
  std::vector<float> x;
  float y;
};
int main() {
  std::vector<Sample> samples;
  for (int k = 0; k < 4; k++) {
    Sample sample;
    sample.x.assign(3, 1.0f * k);
    sample.y = k;
    samples.push_back(sample);
  }
  float w[3] = {0, 0, 0};
  for (int step = 0; step < 20; step++) {
    Sample& sample = samples[step % samples.size()];
    float s = 0;
    for (int i = 0; i < 3; i++) s += w[i] * sample.x[i];
    for (int i = 0; i < 3; i++) w[i] -= 0.01f * (s - sample.y) * sample.x[i];
#ifdef TWIN
    sample.y *= 0.5f;
#endif
  }
  std::printf("%g\n", w[0]);
}
