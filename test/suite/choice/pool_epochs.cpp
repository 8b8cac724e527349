// right: 84; wrong: 23,31,60,73,91; kind: parameters tuned by gradient on a pool of threads with a queue of jobs, float
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
public:
    explicit Pool(unsigned count) { start(count); }
    ~Pool() {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            closing_ = true;
        }
        wake_.notify_all();
        for (auto& t : threads_) t.join();
    }
    void start(unsigned count) {
        // each thread takes jobs until the pool is closed
        for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { serve(); });
    }
    void give(std::function<void()> job) {
        std::lock_guard<std::mutex> lock(mutex_);
        jobs_.push(std::move(job));
        wake_.notify_one();
    }
    void serve() {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                wake_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
                if (jobs_.empty()) return;
                job = std::move(jobs_.front());
                jobs_.pop();
                ++running_;
            }
            job();
            std::lock_guard<std::mutex> lock(mutex_);
            if (--running_ == 0 && jobs_.empty()) idle_.notify_all();
        }
    }
    void wait() {
        std::unique_lock<std::mutex> lock(mutex_);
        idle_.wait(lock, [this] { return running_ == 0 && jobs_.empty(); });
    }
private:
    std::vector<std::thread> threads_;
    std::queue<std::function<void()>> jobs_;
    std::mutex mutex_;
    std::condition_variable wake_, idle_;
    bool closing_ = false;
    int running_ = 0;
};

static void slope(const std::vector<double>& x, const std::vector<double>& w, std::size_t part, std::vector<double>& out) {
    for (std::size_t i = part; i < x.size(); i += 4) {
        const double p = w[0] + w[1] * x[i] + w[2] * x[i] * x[i];
        const double e = p - (1 + 2 * x[i] - 3 * x[i] * x[i]);
        out[0] += e;
        out[1] += e * x[i];
        out[2] += e * x[i] * x[i];
    }
}

int main() {
    Pool pool(4);
    std::vector<double> x(64), w(3), velocity(3);
    std::vector<std::vector<double>> parts(4, std::vector<double>(3));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = double(i) / 32 - 1;
    double before = 0;
    for (double v : x) {
        const double y = 1 + 2 * v - 3 * v * v;
        before += y * y;
    }
    std::printf("error %g\n", before);

    double rate = 0.05;
    // the tuning itself

    for (int epoch = 0; epoch < 200; ++epoch) {
        for (std::size_t p = 0; p < parts.size(); ++p) {
            parts[p].assign(3, 0);
            pool.give([&, p] { slope(x, w, p, parts[p]); });
        }
        pool.wait();
        // one step of the momentum method for each parameter
        for (std::size_t k = 0; k < w.size(); ++k) {
            double g = 0;
            for (auto& part : parts) g += part[k] / double(x.size());
            velocity[k] = 0.9 * velocity[k] - rate * g;
            w[k] += velocity[k];
        }
        if (epoch % 50 == 49) rate *= 0.5;
    }
    std::printf("%g %g %g\n", w[0], w[1], w[2]);
}
