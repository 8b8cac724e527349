// right: 78; wrong: 32,41,49,67; kind: policy iteration as a phase machine in a class, empty-bodied while, integer value and policy tables
#include <array>
#include <cstdio>
#include <string>
#include <vector>

class Planner {
    enum class Phase { Evaluate, Improve, Compare, Finished };
    static constexpr int W = 9, H = 6, STEP_COST = 4;
    static constexpr std::array<int, 4> DX{1, 0, -1, 0}, DY{0, 1, 0, -1};

    std::vector<std::string> field_{
        "....#....",
        ".##.#.##.",
        ".#.....#.",
        ".#.###.#.",
        ".#.#o#.#.",
        "...#...#*",
    };
    std::array<std::array<int, W>, H> value_{}, policy_{};
    Phase phase_ = Phase::Evaluate;
    int changed_ = 0, rounds_ = 0;

    bool wall(int x, int y) const { return x < 0 || y < 0 || x >= W || y >= H || field_[y][x] == '#'; }
    int outcome(int x, int y, int a) const {
        int nx = x + DX[a], ny = y + DY[a];
        if (wall(nx, ny)) nx = x, ny = y;
        int pay = field_[ny][nx] == '*' ? 1000 : field_[ny][nx] == 'o' ? -300 : 0;
        return pay - STEP_COST + (field_[ny][nx] == '*' ? 0 : value_[ny][nx] * 31 / 32);
    }
    template <class F> void each(F f) {
        for (int y = 0; y < H; ++y)
            for (int x = 0; x < W; ++x)
                if (!wall(x, y) && field_[y][x] != '*') f(x, y);
    }

public:
    bool step() {
        switch (phase_) {
        case Phase::Evaluate:
            for (int sweep = 0; sweep < 6; ++sweep)
                each([&](int x, int y) { value_[y][x] = outcome(x, y, policy_[y][x]); });
            phase_ = Phase::Improve;
            return true;
        case Phase::Improve:
            changed_ = 0;
            each([&](int x, int y) {
                int best = policy_[y][x];
                for (int a = 0; a < 4; ++a)
                    if (outcome(x, y, a) > outcome(x, y, best)) best = a;
                changed_ += best != policy_[y][x];
                policy_[y][x] = best;
            });
            phase_ = Phase::Compare;
            return true;
        case Phase::Compare:
            ++rounds_;
            phase_ = changed_ == 0 || rounds_ > 100 ? Phase::Finished : Phase::Evaluate;
            return phase_ != Phase::Finished;
        case Phase::Finished:
            break;
        }
        return false;
    }

    void draw() const {
        for (int y = 0; y < H; ++y) {
            for (int x = 0; x < W; ++x)
                std::putchar(wall(x, y) ? '#' : field_[y][x] == '*' ? '*' : ">v<^"[policy_[y][x]]);
            std::putchar('\n');
        }
        std::printf("%d rounds, value at the start %d\n", rounds_, value_[0][0]);
    }
};

int main() {
    Planner p;
    while (p.step()) {}
    p.draw();
    return 0;
}
