// right: 50; wrong: 32,53,66,71,79; kind: UCT game tree grown by playouts, counts
#include <cmath>
#include <iostream>
#include <memory>
#include <random>
#include <vector>

// take 1..3 sticks, who takes the last one wins
struct State {
    int sticks = 13, turn = 0;
    std::vector<int> moves() const {
        std::vector<int> m;
        for (int k = 1; k <= 3 && k <= sticks; ++k) m.push_back(k);
        return m;
    }
    void apply(int k) { sticks -= k, turn ^= 1; }
    bool over() const { return sticks == 0; }
    int winner() const { return turn ^ 1; }
};

struct Node {
    int move = 0, visits = 0, wins = 0;  // wins of whoever moved into the node
    Node* parent = nullptr;
    std::vector<std::unique_ptr<Node>> kids;
    std::vector<int> untried;

    Node(const State& s, int mv, Node* p) : move(mv), parent(p), untried(s.moves()) {}

    Node* favourite() const {
        Node* best = nullptr;
        double bv = -1;
        for (auto& k : kids) {
            double v = double(k->wins) / k->visits + std::sqrt(2 * std::log(visits) / k->visits);
            if (v > bv) bv = v, best = k.get();
        }
        return best;
    }
};

class Search {
    State root_state_;
    Node root_;
    std::mt19937 rng_{123};
    int nodes_ = 1;

public:
    Search() : root_(root_state_, 0, nullptr) {}

    void think(int budget) {
        for (int n = 0; n < budget; ++n) {
            State s = root_state_;
            Node* at = &root_;
            while (at->untried.empty() && !at->kids.empty()) {
                at = at->favourite();
                s.apply(at->move);
            }
            if (!at->untried.empty()) {
                int mv = at->untried.back();
                at->untried.pop_back();
                s.apply(mv);
                at->kids.push_back(std::make_unique<Node>(s, mv, at));
                at = at->kids.back().get();
                ++nodes_;
            }
            int mover = s.turn ^ 1;
            while (!s.over()) {
                auto m = s.moves();
                s.apply(m[rng_() % m.size()]);
            }
            bool good = s.winner() == mover;
            for (; at; at = at->parent, good = !good) {
                ++at->visits;
                at->wins += good;
            }
        }
    }
    void report() const {
        std::cout << nodes_ << " nodes\n";
        for (auto& k : root_.kids)
            std::cout << "take " << k->move << ": " << k->visits << " visits, " << 100 * k->wins / k->visits << "%\n";
    }
};

int main() {
    Search s;
    s.think(5000);
    s.report();
}
