#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random training programs: what their plan promises must hold when they are killed and resumed.

    test/fuzz/trainers.py DETRAIN COUNT [SEED] [-j N] [--keep DIR]

Each program is a nest of loops around a step that is put together from pieces of state as people keep it: tables of
records, owners that are copied, pointers that start as null, lazy buffers, generators, files. A program whose plan is
"bitwise" or "modelled" must pass `detrain verify --kill-at all --poison`; one that is not replayable, or has no plan, is
counted. Exit 1: a promise was broken, or a command ended with a code that the contract does not have.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HEAD = """\
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
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
}

LOOPS = [
    "  for (int e = 0; e < {e}; e++)\n    for (int b = 0; b < {b}; b++) {{\n{step}\n    }}\n",
    "  for (int e = 0; e < {e}; e++) {{\n    std::printf(\"epoch %d\\n\", e);\n    for (int b = 0; b < {b}; b++) {{\n{step}\n"
    "      if (std::fabs(g) > 1e6f) break;\n    }}\n  }}\n",
    "  while (s < {e} * {b}) {{\n{step}\n  }}\n",
    "  do {{\n{step}\n  }} while (s < {e} * {b});\n",
    "  auto once = [&] {{\n{step}\n  }};\n  for (int e = 0; e < {e} * {b}; e++) once();\n",
    "  std::vector<int> plan({b}, 1);\n  for (int e = 0; e < {e}; e++)\n    for (int one : plan) {{\n      g += one;\n{step}\n    }}\n",
]


def program(seed):
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


def run(command, folder, limit=150):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, errors="replace")
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return None, ""


def guarantee(text):
    lines = text.splitlines()
    return lines[lines.index("Guarantee") + 1].strip().split(":")[0] if "Guarantee" in lines else ""


def judge(detrain, folder, seed):
    """What became of program `seed`: ok, no plan, not replayable, slow, broken; and a line about it."""
    text, names = program(seed)
    (folder / "t.cpp").write_text(text)
    code, out = run([detrain, "plan", "t.cpp", "--", "-std=c++17"], folder)
    last = next((line for line in reversed(out.splitlines()) if line), "")
    if code is None:
        return "slow", "plan"
    if code == 4:
        return "no plan", last
    if code != 0:
        return "broken", f"plan ended with {code}: {last}"
    promise = guarantee(out)
    if promise == "not replayable":
        return "not replayable", " ".join(names)
    code, out = run([detrain, "cc", "--", "g++", "-std=c++17", "-O1", "t.cpp", "-o", "t"], folder)
    if code != 0:
        return "broken", f"cc ended with {code}: {out.strip()[-200:]}"
    code, out = run([detrain, "verify", "--kill-at", "all", "--poison", "--", "./t"], folder)
    if code is None:
        return "slow", "verify"
    said = [line.strip() for line in out.splitlines() if line.strip()]
    wrong = next((line for line in said if " step " in line or "is called" in line or "exit code" in line and ":" in line), "")
    return ("ok", "") if code == 0 else ("broken", f"{promise}, verify ended with {code}: {wrong} [{' '.join(names)}]")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detrain", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--keep", type=pathlib.Path, help="where the programs that broke a promise go")
    args = parser.parse_args()
    detrain, counts = str(args.detrain.resolve()), collections.Counter()

    def one(seed):
        with tempfile.TemporaryDirectory() as name:
            verdict, line = judge(detrain, pathlib.Path(name), seed)
            if verdict == "broken" and args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(pathlib.Path(name) / "t.cpp", args.keep / f"{seed}.cpp")
        return seed, verdict, line

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for seed, verdict, line in pool.map(one, range(args.seed, args.seed + args.count)):
            counts[verdict] += 1
            if verdict != "ok":
                print(f"{seed}: {verdict}: {line}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
