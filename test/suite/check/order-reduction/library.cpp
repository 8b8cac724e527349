// No step loop: sums over threads leave by the result, a reference, a member. Twins: a count, a print, a maximum.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <cstdio>
struct Loss {
  double value = 0;
  void Update(const float *x, int n);
};
float Mean(const float *x, int n) {
  float sum = 0;
  // twin: int sum = 0;
#pragma omp parallel for reduction(+ : sum)  // site: order-reduction warning state | twin: quiet
  for (int i = 0; i < n; i++) sum += x[i];
  // twin: for (int i = 0; i < n; i++) sum += x[i] > 0;
  return static_cast<float>(sum) / static_cast<float>(n);
}
void Dot(const float *x, const float *y, int n, float &result) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)  // site: order-reduction warning state | twin: order-reduction note log
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  result = sum;
  // twin: std::printf("%f\n", static_cast<double>(sum)), result = 0;
}
void Loss::Update(const float *x, int n) {
  double most = 0;
#pragma omp parallel for reduction(+ : most)  // site: order-reduction warning state
  // twin: #pragma omp parallel for reduction(max : most)  // site: quiet
  for (int i = 0; i < n; i++) most += x[i];
  // twin: for (int i = 0; i < n; i++) most = x[i] > most ? x[i] : most;
  value = most;
}
#ifdef RUN
int main() {
  static float x[4096];
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / static_cast<float>(i + 1);
  float dot = 0;
  Loss loss;
  Dot(x, x, 4096, dot);
  loss.Update(x, 4096);
  std::printf("%.9g %.9g %.17g\n", static_cast<double>(Mean(x, 4096)), static_cast<double>(dot), loss.value);
}
#endif
