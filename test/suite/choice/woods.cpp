// right: 68; wrong: 23,35,56,62,71,76,82; kind: decision forest, one tree after another, integer features, trees grown with a stack
#include <array>
#include <iostream>
#include <random>
#include <utility>
#include <vector>
using namespace std;

struct Sample { array<int, 5> f; int label; };
struct Node { int feat = -1, cut = 0, kids[2] = {0, 0}, vote = 0; };
using Tree = vector<Node>;

static mt19937 rng(42);

int majority(const vector<Sample>& all, const vector<int>& rows) {
    int n = 0;
    for (int r : rows) n += all[r].label ? 1 : -1;
    return n > 0;
}

bool pick_split(const vector<Sample>& all, const vector<int>& rows, Node& nd) {
    int best = 0;
    for (int attempt = 0; attempt < 12; ++attempt) {
        int f = rng() % 5, c = all[rows[rng() % rows.size()]].f[f], cnt[2][2] = {};
        for (int r : rows) cnt[all[r].f[f] >= c][all[r].label]++;
        int score = abs(cnt[0][0] * cnt[1][1] - cnt[0][1] * cnt[1][0]);
        if (score > best) best = score, nd.feat = f, nd.cut = c;
    }
    return best > 0;
}

Tree grow(const vector<Sample>& all, vector<int> bag) {
    Tree t(1);
    vector<pair<int, vector<int>>> todo{{0, move(bag)}};
    while (!todo.empty()) {
        auto [id, rows] = move(todo.back());
        todo.pop_back();
        Node nd;
        nd.vote = majority(all, rows);
        if (rows.size() > 6 && pick_split(all, rows, nd)) {
            vector<int> part[2];
            for (int r : rows) part[all[r].f[nd.feat] >= nd.cut].push_back(r);
            for (int s : {0, 1}) {
                nd.kids[s] = (int)t.size();
                t.emplace_back();
                todo.emplace_back(nd.kids[s], part[s]);
            }
        }
        t[id] = nd;
    }
    return t;
}

int ask(const Tree& t, const Sample& s) {
    int n = 0;
    while (t[n].feat >= 0) n = t[n].kids[s.f[t[n].feat] >= t[n].cut];
    return t[n].vote;
}

int main() {
    vector<Sample> data(300);
    for (auto& s : data) {
        for (int& v : s.f) v = rng() % 100;
        s.label = (s.f[0] + s.f[1] > 95) != (s.f[3] < 20);
    }
    vector<Tree> forest;
    vector<int> votes(data.size()), seen(data.size());
    while (forest.size() < 25) {
        vector<int> bag;
        vector<char> in(data.size());
        for (size_t i = 0; i < data.size(); ++i) {
            bag.push_back(rng() % data.size());
            in[bag.back()] = 1;
        }
        forest.push_back(grow(data, bag));
        for (size_t i = 0; i < data.size(); ++i)
            if (!in[i]) seen[i]++, votes[i] += ask(forest.back(), data[i]) ? 1 : -1;
    }
    int wrong = 0, total = 0;
    size_t nodes = 0;
    for (auto& t : forest) nodes += t.size();
    for (size_t i = 0; i < data.size(); ++i)
        if (seen[i]) ++total, wrong += (votes[i] > 0) != data[i].label;
    cout << forest.size() << " trees, " << nodes << " nodes, out-of-bag wrong " << wrong << "/" << total << "\n";
}
