// right: 51; wrong: 29,32,46,56,65,73,80,87; kind: regression tree grown best-first from a priority queue, integers
#include <algorithm>
#include <iostream>
#include <queue>
#include <random>
#include <vector>

using ll = long long;
struct Row { int x[3]; int y; };
struct Split { ll gain = 0; int feat = -1, cut = 0; };
struct Leaf {
    int node;
    std::vector<int> rows;
    Split split;
    bool operator<(const Leaf& o) const { return split.gain < o.split.gain; }
};
struct Node { int feat = -1, cut = 0, left = 0, right = 0, value = 0; };

class Grower {
    const std::vector<Row>& data_;
    std::vector<Node> nodes_;
    std::priority_queue<Leaf> queue_;

    void enqueue(int node, std::vector<int> rows) {
        ll sum = 0;
        for (int r : rows) sum += data_[r].y;
        nodes_[node].value = int(sum / (ll)rows.size());
        Leaf l{node, std::move(rows), {}};
        for (int f = 0; f < 3; ++f) {
            std::sort(l.rows.begin(), l.rows.end(), [&](int a, int b) { return data_[a].x[f] < data_[b].x[f]; });
            ll left = 0, n = (ll)l.rows.size();
            for (ll i = 1; i < n; ++i) {
                left += data_[l.rows[i - 1]].y;
                int a = data_[l.rows[i - 1]].x[f], b = data_[l.rows[i]].x[f];
                if (a == b || i < 4 || n - i < 4) continue;
                ll gain = left * left / i + (sum - left) * (sum - left) / (n - i) - sum * sum / n;
                if (gain > l.split.gain) l.split = {gain, f, (a + b + 1) / 2};
            }
        }
        queue_.push(std::move(l));
    }

public:
    explicit Grower(const std::vector<Row>& d) : data_(d) {
        std::vector<int> all(d.size());
        for (std::size_t i = 0; i < d.size(); ++i) all[i] = (int)i;
        nodes_.emplace_back();
        enqueue(0, all);
    }
    void grow(std::size_t limit) {
        while (!queue_.empty() && nodes_.size() < limit) {
            Leaf l = queue_.top();
            queue_.pop();
            if (l.split.feat < 0 || l.split.gain < 50) continue;
            std::vector<int> a, b;
            for (int r : l.rows) (data_[r].x[l.split.feat] < l.split.cut ? a : b).push_back(r);
            int id = (int)nodes_.size();
            nodes_.resize(id + 2);
            nodes_[l.node] = {l.split.feat, l.split.cut, id, id + 1, nodes_[l.node].value};
            enqueue(id, a);
            enqueue(id + 1, b);
        }
    }
    int predict(const Row& r, int n = 0) const {
        while (nodes_[n].feat >= 0) n = r.x[nodes_[n].feat] < nodes_[n].cut ? nodes_[n].left : nodes_[n].right;
        return nodes_[n].value;
    }
    void print(int n = 0, int depth = 0) const {
        const Node& k = nodes_[n];
        std::cout << std::string(2 * depth, ' ');
        if (k.feat < 0 || depth == 2) { std::cout << "= " << k.value << '\n'; return; }
        std::cout << "x" << k.feat << " < " << k.cut << '\n';
        for (int c : {k.left, k.right}) print(c, depth + 1);
    }
};

int main() {
    std::mt19937 g(64);
    std::vector<Row> d(400);
    for (Row& r : d) {
        for (int& v : r.x) v = g() % 100;
        r.y = (r.x[0] < 40 ? 300 : 100) + (r.x[1] > 70 ? r.x[2] : 0) + g() % 10;
    }
    Grower t(d);
    t.grow(41);
    ll err = 0;
    for (const Row& r : d) err += std::abs(r.y - t.predict(r));
    t.print();
    std::cout << "mean error " << err / (ll)d.size() << '\n';
}
