// right: 77,78; wrong: 45,47,59,70,82,83; kind: restricted Boltzmann machine by contrastive divergence with k Gibbs steps, float, dreams after
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

using Vec = std::vector<float>;
const int NV = 9, NH = 5;

struct RBM {
    float w[NV][NH] = {}, bv[NV] = {}, bh[NH] = {};
    std::mt19937 g{3};

    float u() { return std::uniform_real_distribution<float>(0, 1)(g); }
    static float sg(float z) { return 1 / (1 + std::exp(-z)); }

    RBM() {
        for (auto& r : w)
            for (float& x : r) x = 0.2f * (u() - 0.5f);
    }
    Vec up(const Vec& v) const {
        Vec h(NH);
        for (int j = 0; j < NH; j++) {
            h[j] = bh[j];
            for (int i = 0; i < NV; i++) h[j] += v[i] * w[i][j];
            h[j] = sg(h[j]);
        }
        return h;
    }
    Vec down(const Vec& h) const {
        Vec v(NV);
        for (int i = 0; i < NV; i++) {
            v[i] = bv[i];
            for (int j = 0; j < NH; j++) v[i] += h[j] * w[i][j];
            v[i] = sg(v[i]);
        }
        return v;
    }
    Vec flip(Vec p) {
        for (float& x : p) x = u() < x;
        return p;
    }
    void batch(const Vec* first, const Vec* last, float lr, int k) {
        float dw[NV][NH] = {}, dv[NV] = {}, dh[NH] = {};
        for (const Vec* d = first; d != last; ++d) {
            Vec h0 = up(*d), h = flip(h0), v;
            for (int step = 0; step < k; step++) {
                v = flip(down(h));
                h = flip(up(v));
            }
            Vec hk = up(v);
            for (int i = 0; i < NV; i++) {
                dv[i] += (*d)[i] - v[i];
                for (int j = 0; j < NH; j++) dw[i][j] += (*d)[i] * h0[j] - v[i] * hk[j];
            }
            for (int j = 0; j < NH; j++) dh[j] += h0[j] - hk[j];
        }
        lr /= last - first;
        for (int i = 0; i < NV; i++) {
            bv[i] += lr * dv[i];
            for (int j = 0; j < NH; j++) w[i][j] += lr * dw[i][j];
        }
        for (int j = 0; j < NH; j++) bh[j] += lr * dh[j];
    }
};

int main() {
    RBM m;
    std::vector<Vec> data;
    for (int n = 0; n < 96; n++) {
        Vec v(NV);
        bool row = m.u() < 0.5f;
        int k = m.g() % 3;
        for (int i = 0; i < NV; i++) v[i] = (row ? i / 3 : i % 3) == k;
        data.push_back(v);
    }
    for (int epoch = 0; epoch < 150; epoch++) {
        for (size_t at = 0; at < data.size(); at += 12)
            m.batch(&data[at], &data[at] + 12, 0.3f, 2);
    }
    Vec v = data[0];
    for (int dream = 0; dream < 3; dream++) {
        for (int s = 0; s < 50; s++) v = m.down(m.flip(m.up(m.flip(v))));
        for (int i = 0; i < NV; i++) std::printf("%c%s", v[i] > 0.5f ? '#' : '.', i % 3 == 2 ? "\n" : "");
        std::puts("");
    }
}
