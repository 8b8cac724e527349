// right: 54; wrong: 17,23,33,41,56,62; kind: a net of matrices by value, its weights replaced layer by layer, float
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
template <typename T>
class Matrix {
public:
    Matrix() = default;
    Matrix(int r, int c) : rows_(r, std::vector<T>(c)) {}
    std::vector<T>& operator[](std::size_t i) { return rows_[i]; }
    const std::vector<T>& operator[](std::size_t i) const { return rows_[i]; }
    std::size_t rows() const { return rows_.size(); }
    std::size_t cols() const { return rows_[0].size(); }
    Matrix turned() const {
        Matrix out((int)cols(), (int)rows());
        for (std::size_t i = 0; i < rows(); ++i)
            for (std::size_t j = 0; j < cols(); ++j) out[j][i] = rows_[i][j];
        return out;
    }
    Matrix scaled(T by) const {
        Matrix out = *this;
        for (auto& row : out.rows_)
            for (T& v : row) v *= by;
        return out;
    }
private:
    std::vector<std::vector<T>> rows_;
};
template <typename T>
Matrix<T> dot(const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> out((int)a.rows(), (int)b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < b.cols(); ++j)
            for (std::size_t k = 0; k < b.rows(); ++k) out[i][j] += a[i][k] * b[k][j];
    return out;
}
template <typename T>
Matrix<T> add(const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> out((int)a.rows(), (int)a.cols());
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < a.cols(); ++j) out[i][j] = a[i][j] + b[i][j];
    return out;
}
class Net {
public:
    Net() {
        for (int l = 0; l < 3; ++l) {
            weights_.push_back(Matrix<float>(3, 3));
            for (int i = 0; i < 9; ++i) weights_[l][i / 3][i % 3] = float(std::rand() % 100) / 100;
        }
    }
    void train(const Matrix<float>& x, const Matrix<float>& y, int epochs) {
        for (int e = 0; e < epochs; ++e) {
            activations_.assign(1, x);
            for (auto& w : weights_) activations_.push_back(dot(activations_.back(), w));
            update(y);
        }
    }
    void update(const Matrix<float>& y) {
        Matrix<float> error = add(y, activations_.back().scaled(-1));
        for (std::size_t l = 0; l < weights_.size(); ++l) {
            Matrix<float> change = std::move(dot(activations_[l].turned(), error));
            Matrix<float> second = std::move(dot(change, change.turned()));
            change = change.scaled(0.01f);
            weights_[l] = std::move(add(weights_[l], add(change, second.scaled(0.0001f))));
        }
    }
    float first() const { return weights_[0][0][0]; }
private:
    std::vector<Matrix<float>> weights_, activations_;
};
int main() {
    Matrix<float> x(4, 3), y(4, 3);
    for (int i = 0; i < 12; ++i) x[i / 3][i % 3] = float(i) / 12, y[i / 3][i % 3] = float(i % 5) / 5;
    Net net;
    net.train(x, y, 40);
    std::printf("%g\n", double(net.first()));
}
