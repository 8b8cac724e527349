// right: 64,65; wrong: 15,31,37,78; kind: annealed graph bisection with a temperature loop and a move loop, integers
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <utility>
#include <vector>

using Graph = std::vector<std::set<int>>;

static Graph ring_of_cliques(int cliques, int size)
{
    Graph g(cliques * size);
    auto join = [&](int a, int b) { g[a].insert(b); g[b].insert(a); };
    for (int c = 0; c < cliques; ++c) {
        for (int i = 0; i < size; ++i)
            for (int j = 0; j < i; ++j)
                join(c * size + i, c * size + j);
        join(c * size, (c + 1) % cliques * size + 1);
    }
    return g;
}

struct Bisection {
    const Graph& g;
    std::vector<char> side;
    int cut = 0;

    explicit Bisection(const Graph& graph) : g(graph), side(graph.size())
    {
        for (std::size_t v = 0; v < side.size(); ++v) side[v] = v % 2;
        cut = recount();
    }
    int recount() const
    {
        int n = 0;
        for (std::size_t v = 0; v < g.size(); ++v)
            for (int u : g[v])
                n += side[v] != side[u];
        return n / 2;
    }
    int gain(int v) const
    {
        int d = 0;
        for (int u : g[v]) d += side[u] == side[v] ? 1 : -1;
        return d;
    }
    int delta(int a, int b) const { return gain(a) + gain(b) + 2 * (int)g[a].count(b); }
    void swap(int a, int b)
    {
        cut += delta(a, b);
        std::swap(side[a], side[b]);
    }
};

int main()
{
    Graph g = ring_of_cliques(8, 6);
    Bisection b(g);
    std::mt19937 rnd(19);
    const int n = (int)g.size();
    int start = b.cut, best = b.cut;

    for (int heat = 240; heat > 0; heat -= heat / 12 + 1) {
        for (int tries = 0; tries < 8 * n; ++tries) {
            int u = rnd() % n, v = rnd() % n;
            if (b.side[u] == b.side[v])
                continue;
            int d = b.delta(u, v);
            if (d <= 0 || (int)(rnd() % 1000) < 1000 * heat / (heat + 60 * d * d))
                b.swap(u, v);
            if (b.cut < best)
                best = b.cut;
        }
        std::cerr << heat << ' ' << b.cut << '\n';
    }
    std::cout << "cut " << start << " -> " << b.cut << " (best " << best << ", recounted " << b.recount() << ")\n";
    for (int v = 0; v < n; ++v)
        std::cout << (b.side[v] ? '1' : '0') << (v % 6 == 5 ? " " : "");
    std::cout << '\n';
}
