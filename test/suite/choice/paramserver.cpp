// right: 75; wrong: 40,45,50,62,72,79,87; kind: worker threads compute deltas and a server loop applies them, integer perceptron
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

using Weights = std::vector<long>;
struct Row { std::vector<int> x; int y; };
class Rendezvous {
    std::mutex m_;
    std::condition_variable cv_;
    const int n_;
    int waiting_ = 0, round_ = 0;

public:
    explicit Rendezvous(int n) : n_(n) {}
    void wait() {
        std::unique_lock<std::mutex> l(m_);
        int r = round_;
        if (++waiting_ == n_) {
            waiting_ = 0, ++round_;
            cv_.notify_all();
        } else
            cv_.wait(l, [&] { return round_ != r; });
    }
};

struct Shared {
    Weights w = Weights(7);
    std::vector<Weights> delta;
    std::vector<int> errors;
    bool quit = false;
    Rendezvous start, done;
    explicit Shared(int workers) : delta(workers), errors(workers), start(workers + 1), done(workers + 1) {}
};

void worker(Shared& s, int id, const std::vector<Row>& shard) {
    for (;;) {
        s.start.wait();
        if (s.quit) return;
        Weights d(s.w.size());
        int bad = 0;
        for (const Row& r : shard) {
            long z = 0;
            for (std::size_t i = 0; i < d.size(); ++i) z += s.w[i] * r.x[i];
            if (z * r.y > 0) continue;
            ++bad;
            for (std::size_t i = 0; i < d.size(); ++i) d[i] += r.y * r.x[i];
        }
        s.delta[id] = d;
        s.errors[id] = bad;
        s.done.wait();
    }
}

int main() {
    const int W = 2;
    std::mt19937 g(30);
    std::vector<std::vector<Row>> shard(W);
    for (int n = 0; n < 200;) {
        Row r{{8}, 0};
        long t = 2;
        for (int i = 0; i < 6; ++i) r.x.push_back(int(g() % 17) - 8), t += r.x.back() * (i - 2);
        if (t > -3 && t < 3) continue;
        r.y = t > 0 ? 1 : -1;
        shard[n++ % W].push_back(r);
    }
    Shared s(W);
    std::vector<std::thread> team;
    for (int i = 0; i < W; ++i) team.emplace_back(worker, std::ref(s), i, std::cref(shard[i]));

    int round = 0, errors = 1;
    while (errors && round < 400) {
        s.start.wait();
        s.done.wait();
        errors = 0;
        for (int i = 0; i < W; ++i) {
            errors += s.errors[i];
            for (std::size_t k = 0; k < s.w.size(); ++k) s.w[k] += s.delta[i][k];
        }
        ++round;
    }
    s.quit = true;
    s.start.wait();
    for (auto& t : team) t.join();
    std::printf("%d rounds, %d errors, w", round, errors);
    for (long& v : s.w) std::printf(" %ld%s", v, &v == &s.w.back() ? "\n" : "");
}
