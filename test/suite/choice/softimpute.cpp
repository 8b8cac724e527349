// right: 72; wrong: 26,48,64,75,83; kind: low-rank completion with a QL-like power iteration inside each step, float
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

constexpr int R = 14, C = 9, RANK = 2;
template <int A, int B> using Mat = std::array<std::array<double, B>, A>;

template <std::size_t N> double norm(const std::array<double, N>& v) {
    double s = 0;
    for (double x : v) s += x * x;
    return std::sqrt(s);
}

struct Triple {
    std::array<double, R> u{};
    std::array<double, C> v{};
    double s = 0;
};

Triple leading(const Mat<R, C>& m) {
    Triple t;
    t.v.fill(1.0);
    t.v[0] = 1.3;
    for (int it = 0; it < 200; ++it) {
        double old = t.s;
        for (int i = 0; i < R; ++i) {
            t.u[i] = 0;
            for (int j = 0; j < C; ++j) t.u[i] += m[i][j] * t.v[j];
        }
        double n = norm(t.u);
        if (n == 0) break;
        for (double& x : t.u) x /= n;
        for (int j = 0; j < C; ++j) {
            t.v[j] = 0;
            for (int i = 0; i < R; ++i) t.v[j] += m[i][j] * t.u[i];
        }
        t.s = norm(t.v);
        for (double& x : t.v) x /= t.s;
        if (std::fabs(t.s - old) < 1e-10) break;
    }
    return t;
}

Mat<R, C> low_rank(Mat<R, C> m, double shrink) {
    Mat<R, C> out{};
    for (int k = 0; k < RANK; ++k) {
        Triple t = leading(m);
        double s = t.s > shrink ? t.s - shrink : 0;
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < C; ++j) {
                out[i][j] += s * t.u[i] * t.v[j];
                m[i][j] -= t.s * t.u[i] * t.v[j];
            }
    }
    return out;
}

int main() {
    Mat<R, C> full, work{}, fit;
    bool known[R][C];
    std::srand(15);
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) {
            full[i][j] = (i % 4 + 1) * (j % 3 + 1) + 2 * std::sin(i) * std::cos(2 * j);
            known[i][j] = std::rand() % 4 != 0;
            if (known[i][j]) work[i][j] = full[i][j];
        }
    double change = 1;
    int round = 0;
    for (; change > 1e-5 && round < 600; ++round) {
        fit = low_rank(work, 0.01);
        change = 0;
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < C; ++j)
                if (!known[i][j]) {
                    change += std::fabs(fit[i][j] - work[i][j]);
                    work[i][j] = fit[i][j];
                }
    }
    double err = 0;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j)
            if (!known[i][j]) err = std::fmax(err, std::fabs(full[i][j] - work[i][j]));
    std::printf("%d rounds, largest error in missing cells %.3f\n", round, err);
}
