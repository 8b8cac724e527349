// right: 52; wrong: 17,40,43,54,60; kind: neurons that a network's constructor appends to its layers, trained row by row
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Link {
    double weight = 0, change = 0;
};

class Unit {
 public:
    double out = 0, slope = 0;
    std::vector<Link> links;

    explicit Unit(unsigned next) {
        for (unsigned i = 0; i < next; i++) {
            links.push_back(Link());
            links.back().weight = std::rand() / (double)RAND_MAX - 0.5;
        }
    }
    void fire(const std::vector<Unit>& before, unsigned self) {
        double sum = 0;
        for (const Unit& u : before) sum += u.out * u.links[self].weight;
        out = std::tanh(sum);
    }
    void learn(std::vector<Unit>& before, unsigned self) {
        for (Unit& u : before) {
            u.links[self].change = 0.3 * u.links[self].change + 0.2 * u.out * slope;
            u.links[self].weight += u.links[self].change;
        }
    }
};

struct Network {
    std::vector<std::vector<Unit>> layers;

    explicit Network(const std::vector<unsigned>& sizes) {
        const unsigned count = sizes.size();
        for (unsigned i = 0; i < count; i++) {
            layers.push_back({});
            const unsigned next = i + 1 < count ? sizes[i + 1] : 0;
            for (unsigned j = 0; j <= sizes[i]; j++) layers.back().push_back(Unit(next));
            layers.back().back().out = 1;
        }
    }
};

int main() {
    Network net({2, 1});
    const double rows[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    for (int step = 0; step < 400; step++) {
        const double* row = rows[step % 4];
        for (int i = 0; i < 2; i++) net.layers[0][i].out = row[i];
        Unit& last = net.layers[1][0];
        last.fire(net.layers[0], 0);
        last.slope = ((row[0] > 0 || row[1] > 0) - last.out) * (1 - last.out * last.out);
        last.learn(net.layers[0], 0);
    }
    for (const Unit& u : net.layers[0]) std::printf("%.6f\n", u.links[0].weight);
}
