# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One step from many pieces of state, as people keep it, in C++ and in one file: the family "state"."""
import random
import re

HEAD = """\
#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <stack>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>
static int Some(const char* text) { return std::atoi(text); }
"""

# A piece: types and functions, what stands before the loops, what a step does with `g` (a float) and `s` (the step's
# number), and what is printed behind. @ stands for the piece's number, N for a count, known or not.
PIECES = {
    "array": ("", "float w@[4] = {1, 2, 3, 4};", "for (int k = 0; k < 4; k++) w@[k] = w@[k] * 0.5f + g; g += w@[s % 4];",
              "w@[1]"),
    "vector": ("", "std::vector<float> v@(N, 0.5f);", "for (auto& x : v@) x = x * 0.75f + g; g += v@[s % v@.size()];",
               "v@[0]"),
    "momentum": ("struct Param@ { std::vector<float> w, m; void Step(float g) { for (size_t k = 0; k < w.size(); k++) "
                 "{ m[k] = 0.9f * m[k] + g; w[k] -= 0.01f * m[k]; } } };",
                 "Param@ p@{std::vector<float>(N, 1.0f), std::vector<float>(N)};", "p@.Step(g); g += p@.w[0];",
                 "p@.w[0] + p@.m[0]"),
    "layers": ("struct Layer@ { virtual ~Layer@() = default; virtual float Forward(float x) = 0; virtual void Update() "
               "= 0; };\nstruct Dense@ : Layer@ { float* w; float* last = nullptr; int n; explicit Dense@(int count) : "
               "w(new float[count]), n(count) { for (int k = 0; k < n; k++) w[k] = 0.1f * k; }\n  float Forward(float x) "
               "override { last = new float[n]; for (int k = 0; k < n; k++) last[k] = w[k] * x; return last[n - 1]; }\n"
               "  void Update() override { for (int k = 0; k < n; k++) w[k] += 0.01f * last[k]; delete[] last; } };\n"
               "struct Tanh@ : Layer@ { float out = 0; float Forward(float x) override { return out = std::tanh(x); } "
               "void Update() override {} };",
               "std::vector<Layer@*> net@ = {new Dense@(3), new Tanh@, new Dense@(N)};",
               "{ float x = g; for (auto* l : net@) x = l->Forward(x); for (auto* l : net@) l->Update(); g += x; }",
               "net@[2]->Forward(1)"),
    "owned": ("struct Unit@ { std::vector<float> w; float bias = 0; };",
              "std::vector<std::unique_ptr<Unit@>> units@; for (int k = 0; k < N; k++) "
              "units@.push_back(std::make_unique<Unit@>(Unit@{std::vector<float>(k + 1, 1.0f), 0}));",
              "for (auto& u : units@) { u->bias += g; u->w[0] *= 0.5f; } g += units@[s % units@.size()]->bias;",
              "units@[0]->bias"),
    "batches": ("struct Batch@ { float* x = nullptr; int label = 0; };",
                "Batch@* data@ = new Batch@[N]; for (int k = 0; k < N; k++) data@[k].x = new float[2]{0.5f * k, 1.0f}; "
                "const float* x@ = nullptr;",
                "x@ = data@[s % N].x; g += x@[0] + x@[1];", "x@[0]"),
    "last_batch": ("struct Sample@ { float* x = nullptr; };",
                   "std::vector<Sample@> set@(N); for (auto& one : set@) one.x = new float[2]{1.5f, 2.5f}; "
                   "set@[0].x[0] = 9; const float* seen@ = nullptr;",
                   "if (seen@) g += seen@[0]; seen@ = set@[s % N].x;", "seen@ ? seen@[1] : 0"),
    "shared": ("", "std::vector<std::shared_ptr<std::vector<float>>> pool@; for (int k = 0; k < N; k++) "
               "pool@.push_back(std::make_shared<std::vector<float>>(2, 0.25f * k)); std::shared_ptr<std::vector<float>> now@;",
               "if (now@) g += (*now@)[1]; now@ = pool@[s % pool@.size()]; (*now@)[0] += g;", "(*pool@[0])[0]"),
    "previous": ("", "std::vector<float> old@, cur@(3, 1.0f);",
                 "if (!old@.empty()) g += old@[0]; old@ = cur@; cur@[s % 3] += g;", "cur@[0]"),
    "normal": ("", "std::mt19937 gen@(7); std::normal_distribution<float> dist@(0, 1);", "g += 0.1f * dist@(gen@);", "0"),
    "uniform": ("struct Source@ { std::minstd_rand r{3}; float Next() { return std::uniform_real_distribution<float>(0, 1)(r); } };",
                "Source@ source@;", "if (s % 3) g += source@.Next();", "0"),
    "rand": ("", "std::srand(5);", "g += 0.01f * (std::rand() % 10);", "0"),
    "lazy": ("", "float* buf@ = nullptr; int size@ = 0;",
             "if (!buf@) { size@ = N; buf@ = static_cast<float*>(std::calloc(size@, sizeof(float))); } "
             "buf@[s % size@] += g; g += 0.1f * buf@[0];", "buf@ ? buf@[0] : 0"),
    "scratch": ("", "float* tmp@ = static_cast<float*>(std::malloc(N * sizeof(float)));",
                "for (int k = 0; k < N; k++) tmp@[k] = g * k; g += tmp@[N - 1];", "0"),
    "static": ("static float Tick@() { static int count = 0; return ++count * 0.01f; }", "", "g += Tick@();", "Tick@()"),
    "replay": ("struct Seen@ { float g; int s; };", "std::deque<Seen@> replay@;",
               "replay@.push_back({g, s}); if (replay@.size() > 4) replay@.pop_front(); g += replay@.front().g;",
               "replay@.size()"),
    "chain": ("struct Node@ { float v; Node@* next; };", "Node@* head@ = nullptr; int long@ = 0;",
              "head@ = new Node@{g, head@}; if (++long@ > 3) { Node@* gone = head@; while (gone->next->next) gone = gone->next; "
              "delete gone->next; gone->next = nullptr; long@--; } for (Node@* q = head@; q; q = q->next) g += 0.01f * q->v;",
              "head@ ? head@->v : 0"),
    "counts": ("", "std::map<std::string, float> counts@;", "counts@[\"k\" + std::to_string(s % 3)] += g; g += counts@.begin()->second;",
               "counts@.size()"),
    "table": ("", "std::unordered_map<int, std::vector<float>> table@;",
              "{ auto& row = table@[s % 3]; if (row.size() < 4) row.push_back(g); g += row.back(); }", "table@.size()"),
    "best": ("", "float best@ = 1e9f; std::vector<float> kept@; std::vector<float> tried@(3, 0.5f); int bad@ = 0;",
             "for (auto& t : tried@) t += 0.1f * g; if (std::fabs(g) < best@) { best@ = std::fabs(g); kept@ = tried@; bad@ = 0; } "
             "else if (++bad@ > 3 && !kept@.empty()) { tried@ = kept@; bad@ = 0; } g += tried@[1];", "best@"),
    "text": ("", "std::string log@;", "log@ += static_cast<char>('a' + s % 26); g += 0.001f * log@.size();", "log@.size()"),
    "swap": ("", "float* front@ = new float[3](); float* back@ = new float[3]();",
             "for (int k = 0; k < 3; k++) back@[k] = front@[k] * 0.5f + g; std::swap(front@, back@); g += front@[s % 3];",
             "front@[0] + back@[0]"),
    "ring": ("", "float* ring@[3] = {new float[2]{1, 2}, new float[2]{3, 4}, new float[2]{5, 6}};",
             "std::rotate(ring@, ring@ + 1, ring@ + 3); ring@[0][0] += g; g += ring@[1][1] + ring@[2][0];", "ring@[0][0]"),
    "calls": ("static float Half@(float x) { return x * 0.5f; }\nstatic float Less@(float x) { return x - 0.1f; }",
              "float (*step@)(float) = Half@;", "g = step@(g); if (s % 4 == 2) step@ = step@ == Half@ ? Less@ : Half@;", "0"),
    "config": ("struct Config@ { float rate = 0.1f; int warm = 3; };", "Config@ config@;",
               "{ Config@ next = config@; next.rate *= s < next.warm ? 1.1f : 0.9f; config@ = next; } g *= config@.rate + 1;",
               "config@.rate"),
    "file": ("static FILE* Open@() { FILE* f = std::fopen(\"numbers@.txt\", \"w\"); for (int k = 0; k < 7; k++) "
             "std::fprintf(f, \"%d\\n\", k); std::fclose(f); return std::fopen(\"numbers@.txt\", \"r\"); }",
             "FILE* file@ = Open@();",
             "{ int k = 0; if (std::fscanf(file@, \"%d\", &k) != 1) { std::rewind(file@); if (std::fscanf(file@, \"%d\", &k) != 1) k = 0; } "
             "g += 0.1f * k; }", "0"),
    "set": ("", "std::set<int> ids@;", "ids@.insert(s % 5); if (ids@.size() > 3) ids@.erase(ids@.begin()); g += 0.1f * *ids@.rbegin();",
            "ids@.size()"),
    "mask": ("", "std::vector<bool> mask@(N); int on@ = 0;", "mask@[s % N] = !mask@[s % N]; on@ += mask@[s % N] ? 1 : -1; g += 0.1f * on@;",
             "on@"),
    "closure": ("", "float total@ = 0; std::function<void(float)> add@ = [&total@](float x) { total@ += x; };", "add@(g); g += 0.01f * total@;",
                "total@"),
    "maybe": ("", "std::optional<std::vector<float>> held@;",
              "if (!held@) held@ = std::vector<float>(2, g); else if (s % 3 == 2) held@.reset(); else (*held@)[0] += g; "
              "if (held@) g += (*held@)[0];", "held@ ? (*held@)[1] : 0"),
    "matrix": ("struct Matrix@ { int rows, cols; std::vector<float> v; Matrix@(int r, int c) : rows(r), cols(c), v(r * c) {} "
               "float& operator()(int r, int c) { return v[r * cols + c]; } };",
               "Matrix@ m@(2, N), n@(2, N);", "n@ = m@; for (int r = 0; r < 2; r++) for (int c = 0; c < N; c++) m@(r, c) = n@(r, c) * 0.5f + g; "
               "g += m@(1, 0);", "m@(1, 0)"),
    "rows": ("", "float** rows@ = new float*[N]; for (int k = 0; k < N; k++) { rows@[k] = new float[3](); rows@[k][k % 3] = 1; }",
             "for (int k = 0; k < N; k++) rows@[k][s % 3] += 0.1f * g; g += rows@[s % N][1];", "rows@[0][0]"),
    "order": ("", "std::vector<int> order@(N); for (int k = 0; k < N; k++) order@[k] = k; std::mt19937 mix@(11);",
              "if (s % N == 0) for (int k = N - 1; k > 0; k--) std::swap(order@[k], order@[mix@() % (k + 1)]); g += 0.1f * order@[s % N];",
              "order@[0]"),
    "variant": ("", "std::variant<float, int, std::vector<float>> any@ = 1.0f;",
                "if (auto* f = std::get_if<float>(&any@)) { g += 0.1f * *f; if (s % 2) any@ = s; else *f += g; } else if (auto* i = "
                "std::get_if<int>(&any@)) { g += 0.01f * *i; any@ = std::vector<float>(2, g); } else { auto& row = std::get<2>(any@); row[1] += g; "
                "g += row[0]; if (s % 3 == 0) any@ = g; }", "any@.index()"),
    "owners": ("struct Table@ { float rows[3] = {1, 2, 3}; };\nstruct Reader@ { std::shared_ptr<Table@> table; };",
               "Reader@ left@{std::make_shared<Table@>()}, right@ = left@;",
               "left@.table->rows[s % 3] += 0.1f * g; if (s % 4 == 3) left@.table = std::make_shared<Table@>(*right@.table); "
               "if (s % 5 == 4) right@ = left@; g += right@.table->rows[1] + 0.1f * left@.table.use_count();", "left@.table->rows[0]"),
    "poly": ("struct Op@ { virtual ~Op@() = default; virtual float Step(float x) = 0; };\nstruct Scale@ : Op@ { float by = 0.9f; float Step(float x) "
             "override { by *= 0.99f; return x * by; } };\nstruct Mean@ : Op@ { std::vector<float> seen; float Step(float x) override { seen.push_back(x); "
             "if (seen.size() > 3) seen.erase(seen.begin()); float sum = 0; for (float v : seen) sum += v; return sum / seen.size(); } };",
             "std::vector<std::unique_ptr<Op@>> ops@; ops@.push_back(std::make_unique<Scale@>()); for (int k = 0; k < N; k++) "
             "ops@.emplace_back(std::make_unique<Mean@>());",
             "for (const auto& op : ops@) g = op->Step(g); if (s % 5 == 3) ops@.push_back(std::make_unique<Scale@>());", "ops@.size()"),
    "hooks": ("struct Meter@ { float sum = 0; int calls = 0; };",
              "Meter@ meter@; std::vector<std::function<float(float)>> hooks@; hooks@.push_back([&meter@](float x) { meter@.sum += x; return x; }); "
              "hooks@.push_back([&meter@](float x) { return x / (1 + ++meter@.calls); });",
              "for (auto& hook : hooks@) g = hook(g); g += 0.01f * meter@.sum;", "meter@.sum"),
    "workspace": ("struct Space@ { float* in = nullptr; float* out = nullptr; int size = 0; void Need(int n) { if (n <= size) return; delete[] in; "
                  "delete[] out; in = new float[n]; out = new float[n](); size = n; for (int k = 0; k < n; k++) in[k] = 0.5f; } };",
                  "Space@ space@;", "space@.Need(1 + s % 4); for (int k = 0; k < 1 + s % 4; k++) { space@.in[k] += 0.1f * g; space@.out[k] = space@.in[k] * 2; } "
                  "g += space@.out[0];", "space@.size"),
    "list": ("", "std::list<float> recent@;", "recent@.push_front(g); if (recent@.size() > 3) recent@.pop_back(); for (float x : recent@) g += 0.1f * x;",
             "recent@.size()"),
    "cursor": ("", "std::list<int> tasks@ = {1, 2, 3}; auto task@ = tasks@.begin();",
               "g += 0.1f * *task@; *task@ += s % 2; if (++task@ == tasks@.end()) { tasks@.push_back(s); task@ = tasks@.begin(); }", "*task@"),
    "names": ("", "std::unordered_map<std::string, float> rates@ = {{\"w\", 0.1f}, {\"b\", 0.2f}};",
              "rates@[s % 2 ? \"w\" : \"b\"] *= 0.9f; g += rates@.at(\"w\"); if (auto it = rates@.find(\"late\"); it != rates@.end()) g += it->second; "
              "else if (s == 3) rates@[\"late\"] = g;", "rates@.at(\"b\")"),
    "members": ("", "std::unordered_set<int> known@;", "if (known@.insert(s % 4).second) g += 1; if (s % 5 == 0) known@.erase(2); g += 0.1f * known@.count(2);",
                "known@.size()"),
    "heap": ("", "std::priority_queue<float> heap@;", "heap@.push(g); if (heap@.size() > 3) heap@.pop(); g += 0.1f * heap@.top();", "heap@.size()"),
    "queue": ("", "std::queue<std::pair<int, float>> queue@; std::stack<int> stack@;",
              "queue@.push({s, g}); stack@.push(s); if (queue@.size() > 2) { g += 0.5f * queue@.front().second; queue@.pop(); } "
              "if (s % 3 == 0) stack@.pop(); if (!stack@.empty()) g += 0.1f * stack@.top();", "stack@.size()"),
    "helper": ("static float Noise@(std::mt19937& r) { std::uniform_int_distribution<int> d(0, 9); return 0.01f * d(r); }\n"
               "static float Noises@(std::mt19937& r, int n) { float sum = 0; for (int k = 0; k < n; k++) sum += Noise@(r); return sum; }",
               "std::mt19937 gen@(21);", "g += Noises@(gen@, s % 3);", "0"),
    "dropout": ("struct Drop@ { std::minstd_rand& r; float p; int dropped = 0; float operator()(float x) { if (std::bernoulli_distribution(p)(r)) { "
                "dropped++; return 0.5f * x; } return x; } };",
                "std::minstd_rand source@(9); Drop@ drop@{source@, 0.3f};", "g = drop@(g) + 0.1f;", "drop@.dropped"),
    "template": ("template <typename T> struct Adam@ { T m = 0, v = 0; int t = 0; T Step(T g) { ++t; m = T(0.9) * m + T(0.1) * g; v = T(0.99) * v + T(0.01) * g "
                 "* g; return m / (std::sqrt(v) + T(1e-3)); } };",
                 "std::vector<Adam@<float>> adam@(N); Adam@<double> wide@;",
                 "g += 0.1f * adam@[s % N].Step(g); g += static_cast<float>(0.1 * wide@.Step(g));", "adam@[0].m"),
    "spare": ("struct Gauss@ { std::mt19937_64 r{4}; std::normal_distribution<double> n{0, 1}; float Next() { return static_cast<float>(n(r)); } };",
              "Gauss@ gauss@;", "if (s % 3 != 1) g += 0.1f * gauss@.Next();", "0"),
    "muller": ("static unsigned seed@ = 17; static bool has@ = false; static float kept@;\nstatic float Unit@() { seed@ = seed@ * 1664525u + 1013904223u; "
               "return (seed@ >> 8) / 16777216.0f; }\nstatic float Gauss@() { if (has@) { has@ = false; return kept@; } float u = Unit@() + 1e-6f, v = Unit@(); "
               "float r = std::sqrt(-2 * std::log(u)); kept@ = r * std::sin(6.2831853f * v); has@ = true; return r * std::cos(6.2831853f * v); }",
               "", "g += 0.1f * Gauss@();", "0"),
    "lines": ("static std::ifstream Text@() { { std::ofstream out(\"text@.txt\"); for (int k = 1; k < 6; k++) out << k * 0.5f << \" x\" << k << \"\\n\"; } "
              "return std::ifstream(\"text@.txt\"); }",
              "std::ifstream text@ = Text@();", "{ float x = 0; std::string word; if (!(text@ >> x >> word)) { text@.clear(); text@.seekg(0); text@ >> x >> word; } "
              "g += 0.1f * x; }", "0"),
    "journal": ("", "std::ofstream journal@(\"journal@.txt\");", "journal@ << s << ' ' << g << '\\n';", "0"),
    "cache": ("static float Cached@(int s, float g) { static std::vector<float> cache; if (cache.size() < 3) cache.push_back(g); cache[s % cache.size()] += 0.1f; "
              "return cache[0]; }", "", "g += 0.1f * Cached@(s, g);", "0"),
    "single": ("struct Registry@ { std::map<int, float> values; static Registry@& Get() { static Registry@ r; return r; } };",
               "", "Registry@::Get().values[s % 3] += g; g += Registry@::Get().values.rbegin()->second;", "Registry@::Get().values.size()"),
    "weak": ("struct Item@ { float v = 1; };", "auto strong@ = std::make_shared<Item@>(); std::weak_ptr<Item@> weak@ = strong@;",
             "if (auto p = weak@.lock()) { p->v += g; g += 0.1f * p->v; } else g -= 0.5f; if (s == 4) strong@.reset(); if (s == 6) { strong@ = "
             "std::make_shared<Item@>(); weak@ = strong@; }", "weak@.expired()"),
    "tree": ("struct Leaf@ { float v = 0; std::unique_ptr<Leaf@> left, right; };\nstatic void Put@(std::unique_ptr<Leaf@>& at, float v) { if (!at) { at = "
             "std::make_unique<Leaf@>(); at->v = v; } else Put@(v < at->v ? at->left : at->right, v); }\nstatic float Sum@(const Leaf@* at) { return at ? at->v + "
             "0.5f * Sum@(at->left.get()) + 0.5f * Sum@(at->right.get()) : 0; }",
             "std::unique_ptr<Leaf@> root@;", "Put@(root@, g); if (s % 4 == 0) root@ = std::move(root@->left); g += 0.1f * Sum@(root@.get());", "Sum@(root@.get())"),
    "inside": ("", "std::vector<float> many@(N, 2.0f); float* one@ = nullptr;", "if (one@) *one@ += 0.5f * g; one@ = &many@[s % many@.size()]; g += many@[0];",
               "many@[0]"),
    "arena": ("struct Arena@ { char* base; size_t used = 0, size; explicit Arena@(size_t n) : base(static_cast<char*>(std::malloc(n))), size(n) {} "
              "template <typename T> T* Make(int n) { T* p = reinterpret_cast<T*>(base + used); used += n * sizeof(T); for (int k = 0; k < n; k++) new (p + k) T(); return p; } };",
              "Arena@ arena@(1024); float* w@ = arena@.Make<float>(N); int* hits@ = arena@.Make<int>(4);",
              "{ size_t mark = arena@.used; float* t = arena@.Make<float>(3); t[s % 3] = g; for (int k = 0; k < 3; k++) w@[k] += t[k]; hits@[s % 4]++; g += w@[0] + 0.1f * hits@[1]; "
              "arena@.used = mark; }", "w@[0]"),
    "thrown": ("static float Risky@(float x, int s) { if (s > 100) throw std::runtime_error(\"late\"); return x * 1.1f; }", "int caught@ = 0;",
               "try { g = Risky@(g, s) + 0.2f; } catch (const std::runtime_error& e) { g *= 0.25f; caught@++; }", "caught@"),
    "grow": ("struct Rows@ { float* data = nullptr; int used = 0, room = 0; void Add(float x) { if (used == room) { room = room ? 2 * room : 2; data = "
             "static_cast<float*>(std::realloc(data, room * sizeof(float))); } data[used++] = x; } };",
             "Rows@ rows@;", "rows@.Add(g); g += 0.1f * rows@.data[s % rows@.used];", "rows@.used"),
    "nested": ("", "std::vector<std::vector<float>> grid@(2, std::vector<float>(N, 0.5f));",
               "grid@[s % 2][s % N] += g; if (s % 4 == 1) grid@.push_back(grid@.front()); if (s % 4 == 3) grid@[0].swap(grid@.back()); g += 0.1f * grid@.back()[0];",
               "grid@.size()"),
    "welford": ("struct Stats@ { long n = 0; double mean = 0, m2 = 0; void Add(double x) { ++n; double d = x - mean; mean += d / n; m2 += d * (x - mean); } "
                "double Deviation() const { return n > 1 ? std::sqrt(m2 / (n - 1)) : 1; } };",
                "Stats@ stats@;", "stats@.Add(g); g = static_cast<float>((g - stats@.mean) / (stats@.Deviation() + 0.1)) + 0.3f;", "stats@.mean"),
    "mutable": ("", "auto next@ = [n = 0, total = 0.0f](float x) mutable { total += x; return total / ++n; }; std::function<int()> tick@ = [c = 3]() mutable { return c += 2; };",
                "g += 0.1f * next@(g) + 0.01f * tick@();", "0"),
    "bits": ("struct Flags@ { unsigned warm : 1; unsigned phase : 3; unsigned left : 12; };", "Flags@ flags@ = {1, 0, 9}; std::bitset<8> bits@;",
             "flags@.phase = (flags@.phase + 1) & 7; if (flags@.warm && --flags@.left < 6) flags@.warm = 0; bits@.flip(s % 8); g += 0.1f * (flags@.phase + bits@.count());",
             "flags@.left"),
    "values": ("", "std::valarray<float> field@(0.5f, 4); std::tuple<int, float> pair@{0, 1.0f};",
               "field@ = field@ * 0.5f + g; auto& [a@, b@] = pair@; a@ += s; b@ = 0.5f * b@ + field@.sum(); g += 0.1f * b@;", "field@[0]"),
    "states": ("enum class Phase@ { Warm, Run, Cool };", "Phase@ phase@ = Phase@::Warm; int stay@ = 0;",
               "switch (phase@) { case Phase@::Warm: g *= 1.1f; if (++stay@ > 2) { phase@ = Phase@::Run; stay@ = 0; } break; case Phase@::Run: g += 0.3f; if (++stay@ > 3) "
               "phase@ = Phase@::Cool; break; case Phase@::Cool: g *= 0.5f; }", "static_cast<int>(phase@)"),
    "crtp": ("template <typename D> struct Base@ { float sum = 0; float Go(float x) { sum += x; return static_cast<D*>(this)->Do(x); } };\n"
             "struct Square@ : Base@<Square@> { float last = 0; float Do(float x) { float r = last; last = x * x; return r; } };",
             "Square@ square@;", "g += 0.1f * square@.Go(g);", "square@.sum"),
    "graph": ("struct Vertex@ { float v = 0; std::vector<Vertex@*> to; };", "std::vector<std::unique_ptr<Vertex@>> graph@; for (int k = 0; k < 3; k++) "
              "graph@.push_back(std::make_unique<Vertex@>()); for (int k = 0; k < 3; k++) graph@[k]->to = {graph@[(k + 1) % 3].get()};",
              "for (auto& v : graph@) for (auto* to : v->to) to->v += 0.1f * g + 0.5f * v->v; if (s % 3 == 0) graph@[s % 2]->to.push_back(graph@[2].get()); g += graph@[s % 3]->v;",
              "graph@[0]->to.size()"),
    "moments": ("struct Par@ { std::vector<float> w; };", "std::vector<std::unique_ptr<Par@>> pars@; for (int k = 0; k < N; k++) pars@.push_back(std::make_unique<Par@>(Par@{{1.0f, 2.0f}})); "
                "std::unordered_map<Par@*, std::vector<float>> moments@;",
                "for (auto& p : pars@) { auto& m = moments@[p.get()]; m.resize(2); for (int k = 0; k < 2; k++) { m[k] = 0.9f * m[k] + g; p->w[k] -= 0.1f * m[k]; } } g += pars@[0]->w[1];",
                "moments@.size()"),
    "local": ("struct Note@ { float v; };", "const Note@* noted@ = nullptr; float kept@ = 0;", "Note@ note@{g}; noted@ = &note@; kept@ = kept@ * 0.5f + noted@->v; g += 0.1f * kept@;", "kept@"),
    "multi": ("struct Named@ { std::string name; virtual ~Named@() = default; };\nstruct Timed@ { int ticks = 0; virtual void Tick() { ticks++; } virtual ~Timed@() = default; };\n"
              "struct Both@ : Named@, Timed@ { float w = 1; void Tick() override { Timed@::Tick(); w *= 0.9f; } };",
              "Both@ both@; Timed@* timed@ = &both@;", "timed@->Tick(); both@.name += 'x'; g += both@.w + 0.1f * both@.name.size();", "both@.ticks"),
    "pool": ("struct Cell@ { float v = 0; Cell@* next = nullptr; };", "Cell@ cells@[4]; Cell@* free@ = nullptr; Cell@* used@ = nullptr; for (auto& c : cells@) { c.next = free@; free@ = &c; }",
             "if (free@) { Cell@* c = free@; free@ = c->next; c->v = g; c->next = used@; used@ = c; } else { Cell@* c = used@; used@ = c->next; c->next = free@; free@ = c; } "
             "for (Cell@* c = used@; c; c = c->next) g += 0.05f * c->v;", "used@ ? used@->v : 0"),
    "shuffle": ("", "std::vector<int> deck@(5); std::iota(deck@.begin(), deck@.end(), 0); std::mt19937 hand@(3);",
                "if (s % 5 == 1) std::shuffle(deck@.begin(), deck@.end(), hand@); g += 0.1f * deck@[s % 5];", "deck@[0]"),
    "sorted": ("", "std::vector<std::pair<float, int>> top@;", "top@.emplace_back(g, s); std::sort(top@.begin(), top@.end()); if (top@.size() > 3) top@.resize(3); g += 0.1f * top@.back().first;",
               "top@.size()"),
    "multimap": ("", "std::multimap<int, float> index@;", "index@.emplace(s % 3, g); if (index@.size() > 4) index@.erase(index@.begin()); for (auto [k, v] : index@) g += 0.05f * k * v;",
                 "index@.size()"),
    "text_map": ("", "std::map<std::pair<int, int>, std::string> notes@;", "notes@[{s % 2, s % 3}] += \"ab\"; g += 0.01f * notes@.begin()->second.size();", "notes@.size()"),
    "taken": ("", "std::unique_ptr<float[]> front@(new float[3]()), back@;", "if (back@) g += 0.1f * back@[1]; back@ = std::move(front@); front@ = std::make_unique<float[]>(3); "
              "for (int k = 0; k < 3; k++) front@[k] = back@[k] * 0.5f + g;", "front@[0]"),
    "method": ("struct Dual@ { float a = 1, b = 2; float A(float x) { return a += 0.1f * x; } float B(float x) { return b *= 0.9f; } };",
               "Dual@ dual@; float (Dual@::*call@)(float) = &Dual@::A; float Dual@::*field@ = &Dual@::a;",
               "g += 0.1f * (dual@.*call@)(g); if (s % 2) { call@ = &Dual@::B; field@ = &Dual@::b; } else call@ = &Dual@::A; g += 0.1f * dual@.*field@;", "dual@.a"),
}

LOOPS = [
    "  for (int e = 0; e < {e}; e++)\n    for (int b = 0; b < {b}; b++) {{\n{step}\n    }}\n",
    "  for (int e = 0; e < {e}; e++) {{\n    std::printf(\"epoch %d\\n\", e);\n    for (int b = 0; b < {b}; b++) {{\n{step}\n"
    "      if (std::fabs(g) > 1e6f) break;\n    }}\n  }}\n",
    "  while (s < {e} * {b}) {{\n{step}\n  }}\n",
    "  do {{\n{step}\n  }} while (s < {e} * {b});\n",
    "  auto once = [&] {{\n{step}\n  }};\n  for (int e = 0; e < {e} * {b}; e++) once();\n",
    "  std::vector<int> plan({b}, 1);\n  for (int e = 0; e < {e}; e++)\n    for (int one : plan) {{\n      g += one;\n{step}\n    }}\n",
    "  for (int e = 0; e < {e}; e++) {{\n    for (int b = 0; b < {b}; b++) {{\n      if ((e + b) % 3 == 2) continue;\n{step}\n    }}\n"
    "    if (s > 2 * {b}) break;\n  }}\n",
    "  while (true) {{\n    if (s >= {e} * {b}) break;\n{step}\n  }}\n",
    "  for (int b = 0; b < {b}; b++) {{\n{step}\n  }}\n  g *= 0.5f;\n  for (int e = 0; e < {e}; e++) {{\n{step}\n  }}\n",
    "  std::vector<float> batches({b}, 0.25f);\n  for (int e = 0; e < {e}; e++)\n    for (auto it = batches.begin(); it != batches.end(); ++it) {{\n"
    "      g += *it;\n{step}\n    }}\n",
    "  auto fit = [&](int epochs, int count, auto on_batch, const std::function<void(int)>& on_epoch) {{\n    for (int e = 0; e < epochs; e++) {{\n"
    "      for (int b = 0; b < count; b++) on_batch(b);\n      on_epoch(e);\n    }}\n  }};\n  fit({e}, {b}, [&](int b) {{\n      g += 0.1f * b;\n{step}\n  }}, "
    "[&](int e) {{ std::printf(\"%d %a\\n\", e, static_cast<double>(g)); }});\n",
    # One loop on several ways: in a row, in a loop and behind it, in the arms of a branch.
    "  auto train = [&](int count, float rate) {{\n    float sum = 0;\n    for (int b = 0; b < count; b++) {{\n      g += rate;\n{step}\n      sum += g;\n    }}\n"
    "    return sum;\n  }};\n  const float first = train({b}, 0.1f);\n  std::printf(\"first %a\\n\", static_cast<double>(first));\n  g += 0.1f * train({e}, 0.01f) + 0.01f * first;\n",
    "  auto train = [&](int count, float rate) {{\n    std::vector<float> own(count, rate);\n    for (float x : own) {{\n      g += x;\n{step}\n    }}\n    return own.size();\n  }};\n"
    "  for (int e = 0; e < {e}; e++) {{\n    std::printf(\"epoch %d\\n\", e);\n    train({b}, 0.1f);\n  }}\n  std::printf(\"%d\\n\", static_cast<int>(train(2, 0.01f)));\n",
    "  auto train = [&](int count) {{\n    int b = 0;\n    while (b < count) {{\n{step}\n      ++b;\n    }}\n  }};\n  if (n > 3)\n    train({b});\n  else if (n > 2)\n    train({e});\n"
    "  else\n    std::printf(\"none\\n\");\n",
]


def text_of(seed):
    """The text of program `seed`, and the names of its pieces."""
    rng = random.Random(seed)
    names = rng.sample(sorted(PIECES), rng.randint(2, 5))
    count = rng.choice(["3", "n"])
    fill = lambda text, i: re.sub(r"\bN\b", count, text.replace("@", str(i)))
    parts = [[fill(text, i) for text in PIECES[name]] for i, name in enumerate(names)]
    step = "\n".join("      " + p[2] for p in parts)
    step = f"      s++;\n{step}\n      g = std::fmod(g, 8.0f);"
    bound = rng.choice([lambda k: str(k), lambda k: f'Some("{k}")'])
    loop = rng.choice(LOOPS).format(e=bound(3), b=bound(rng.randint(2, 4)), step=step)
    text = HEAD + "\n".join(p[0] for p in parts if p[0]) + "\nint main() {\n  const int n = Some(\"3\");\n  (void)n;\n"
    text += "".join(f"  {p[1]}\n" for p in parts) + "  float g = 0.5f;\n  int s = 0;\n" + loop
    text += '  std::printf("%a %d\\n", static_cast<double>(g), s);\n'
    text += "".join(f'  std::printf("%a\\n", static_cast<double>({p[3]}));\n' for p in parts if p[3] != "0")
    return text + "}\n", names


def program(seed):
    """The files of program `seed`, the compiler and its flags, and what it was put together from."""
    text, names = text_of(seed)
    return {"t.cpp": text}, ("g++", "-std=c++17"), names
