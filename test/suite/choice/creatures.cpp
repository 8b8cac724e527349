// right: 62; wrong: 31,47,49,59,65,74; kind: neuro-evolution of small nets with integer weights, population
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

std::mt19937 dice(2025);
int roll(int n) { return int(dice() % n); }

struct Brain {
    signed char w[4][4];
    signed char out[4];

    Brain() {
        for (auto& r : w)
            for (auto& x : r) x = roll(17) - 8;
        for (auto& x : out) x = roll(17) - 8;
    }
    int think(int pos, int vel, int goal) const {
        const int in[4] = {pos - goal, vel * 4, goal, 8};
        int s = 0;
        for (int h = 0; h < 4; ++h) {
            int a = 0;
            for (int i = 0; i < 4; ++i) a += w[h][i] * in[i];
            s += out[h] * std::max(-64, std::min(64, a / 4));
        }
        return s > 60 ? 1 : s < -60 ? -1 : 0;
    }
    void mutate() {
        for (int n = 1 + roll(3); n-- > 0;) {
            int k = roll(20);
            signed char& g = k < 16 ? w[k / 4][k % 4] : out[k - 16];
            g = std::max(-60, std::min(60, g + roll(9) - 4));
        }
    }
};

struct Creature {
    Brain brain;
    int score = 0;
};

/* a cart has to stand still near the goal */
void live(Creature& c) {
    c.score = 0;
    for (int goal : {-40, -15, 5, 33, 60}) {
        int pos = 0, vel = 0;
        for (int t = 0; t < 50; ++t) {
            vel = std::max(-6, std::min(6, vel + c.brain.think(pos, vel, goal)));
            pos += vel;
            c.score -= std::min(100, std::abs(pos - goal)) * (t > 25 ? 2 : 0);
        }
    }
}

int main() {
    std::vector<Creature> tribe(40);
    for (auto& c : tribe) live(c);
    auto fitter = [](const Creature& a, const Creature& b) { return a.score > b.score; };
    int age = 0;
    while (true) {
        std::stable_sort(tribe.begin(), tribe.end(), fitter);
        if (tribe.front().score > -450 || age == 150) break;
        for (std::size_t i = 10; i < tribe.size(); ++i) {
            tribe[i] = tribe[roll(10)];
            if (i % 8 == 0) tribe[i].brain = Brain();
            tribe[i].brain.mutate();
            live(tribe[i]);
        }
        ++age;
    }
    std::printf("generation %d, best score %d, worst parent %d\n", age, tribe[0].score, tribe[9].score);
    for (auto g : tribe[0].brain.out) std::printf("%d ", g);
    std::puts("");
}
