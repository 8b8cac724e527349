// Operators of a class: += adds to what is there. Twin: = does not.
// STATE: carried w.x m.x | counter step
// TWIN: carried w.x | counter step | dead m.x
#include <cstdio>
struct Vec {
  float x[2] = {};
  Vec& operator+=(const Vec& o) {
    for (int i = 0; i < 2; i++) x[i] += o.x[i];
    return *this;
  }
  Vec operator*(float s) const {
    Vec out;
    for (int i = 0; i < 2; i++) out.x[i] = x[i] * s;
    return out;
  }
};
int main() {
  Vec w, m;
  w.x[0] = 3, w.x[1] = 2;
  for (int step = 0; step < 8; step++) {
    m += w * 0.1f;
    // twin: m = w * 0.1f;
    w += m * -0.3f;
  }
  std::printf("%f %f\n", w.x[0], w.x[1]);
}
