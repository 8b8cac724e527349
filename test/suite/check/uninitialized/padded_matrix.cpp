// Rows are copied into a matrix whose rows are padded to a whole number of lanes, and a dot product goes up to the end of
// the padding. Twin: the matrix begins with zeros.
// OBSERVE: memory
// KIND: memory
#include <cstdio>
#include <cstdlib>
#include <cstring>
static const size_t kLane = 8;
static size_t RoundUp(size_t n) { return (n + kLane - 1) / kLane * kLane; }
class Matrix {
 public:
  Matrix(size_t rows, size_t columns) : rows_(rows), columns_(columns), stride_(RoundUp(columns)) {
    data_ = static_cast<float *>(std::malloc(rows_ * stride_ * sizeof(float)));
    // twin: data_ = static_cast<float *>(std::calloc(rows_ * stride_, sizeof(float)));
  }
  ~Matrix() { std::free(data_); }
  Matrix(const Matrix &) = delete;
  Matrix &operator=(const Matrix &) = delete;
  float *Row(size_t r) { return data_ + r * stride_; }
  size_t Rows() const { return rows_; }
  size_t Columns() const { return columns_; }
  size_t Stride() const { return stride_; }

 private:
  size_t rows_, columns_, stride_;
  float *data_;
};
static float Dot(const float *a, const float *b, size_t n) {
  float lanes[kLane] = {}, sum = 0;
  for (size_t i = 0; i < n; i += kLane)
    for (size_t k = 0; k < kLane; ++k) lanes[k] += a[i + k] * b[i + k];  // site: uninitialized error state | twin: quiet
  for (float v : lanes) sum += v;
  return sum;
}
int main() {
  Matrix points(100, 13);
  float w[16] = {}, row[13];
  for (float &v : w) v = 0.1f;
  for (size_t r = 0; r < points.Rows(); ++r) {
    for (size_t c = 0; c < 13; ++c) row[c] = static_cast<float>((r * 13 + c) % 17) / 17;
    std::memcpy(points.Row(r), row, points.Columns() * sizeof(float));
  }
  for (int step = 0; step < 20; ++step)
    for (size_t r = 0; r < points.Rows(); ++r) {
      const float error = Dot(points.Row(r), w, points.Stride()) - 1;
      for (size_t c = 0; c < points.Columns(); ++c) w[c] -= 0.01f * error * points.Row(r)[c];
    }
  std::printf("%.9g\n", static_cast<double>(w[0]));
}
