# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of one loop of a program, or of a nest of two.

{n} stands for the number of steps of a simple loop, {a} and {b} for the trips of a nest, {k} for the loop's number, {step} for what a
step does, {stop} for a condition that ends the training early, {leave} for the statement that does so. `g` and `s` are as in stores.py.
"""
import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class Shape:
    text: str
    nest: bool = False
    function: bool = False  # the loop returns, so it must be one of a function
    cpp: bool = False
    elsewhere: str = ""  # the batch loop of its own function, which `text` calls as {batches}


FLAT = "for (int i = 0; i < {b}; i++) {{\n{step}\n}}"

SHAPES = [
    Shape("for (int i = 0; i < {n}; i++) {{\n{step}\n}}"),
    Shape("for (int i = 0; i < {n}; i++) {{\n{step}\n}}"),
    Shape("int left{k} = {n};\nwhile (left{k}-- > 0) {{\n{step}\n}}"),
    Shape("int i{k} = 0;\ndo {{\n{step}\n}} while (++i{k} < {n});"),
    Shape("for (int e = 0; e < {a}; e++)\nfor (int i = 0; i < {b}; i++) {{\n{step}\n}}", nest=True),
    Shape("for (int e = 0; e < {a}; e++) {{\nprintf(\"epoch %d\\n\", e);\nfor (int i = 0; i < {b}; i++) {{\n{step}\n}}\n{turn}\n}}", nest=True),
    Shape("for (int e = 0; e < {a}; e++) {{\nfor (int i = 0; i < {b}; i++) {{\n{step}\nif ({stop}) break;\n}}\ng *= 0.5f;\n}}", nest=True),
    Shape("for (int i = 0; i < {n}; i++) {{\n{step}\nif ({stop}) break;\n}}"),
    Shape("int done{k} = 0;\nfor (int i = 0; i < {n} && !done{k}; i++) {{\n{step}\nif ({stop}) done{k} = 1;\n}}"),
    Shape("float best{k} = 9;\nint bad{k} = 0;\nfor (int i = 0; i < {n}; i++) {{\n{step}\nif (fabsf(g) < best{k}) {{\nbest{k} = fabsf(g);\nbad{k} = 0;\n}} else if (++bad{k} > 2)\nbreak;\n}}"),
    Shape("for (int i = 0; i < {n}; i++) {{\n{step}\nif ({stop}) return g;\n}}", function=True),
    Shape("for (int e = 0; e < {a}; e++)\nfor (int i = 0; i < {b}; i++) {{\n{step}\nif ({stop}) return g + (float)e;\n}}", nest=True, function=True),
    Shape("int i{k} = 0;\nagain{k}:\n{step}\nif (++i{k} < {n}) goto again{k};"),
    Shape("for (int e = 0; e < {a}; e++)\nfor (int i = 0; i < {b}; i++) {{\n{step}\nif ({stop}) goto out{k};\n}}\nout{k}:;", nest=True),
    Shape("for (int i = 0;; i++) {{\nif (i >= {n}) break;\n{step}\n}}"),
    Shape("for (int i = 0; i < {n}; i++) {{\nif (i % 3 == 1) {{\ng *= 0.75f;\ncontinue;\n}}\n{step}\n}}"),
    Shape("for (int e = 0; e < {a}; e++) {{\ng = {batches};\nprintf(\"epoch %d %a\\n\", e, (double)g);\n}}", nest=True, elsewhere=FLAT),
    Shape("for (int e = 0; e < {a}; e++)\ng = {batches};", nest=True, elsewhere="int i = 0;\nwhile (i < {b}) {{\n{step}\ni++;\n}}"),
    Shape("for (int e = 0; e < {a}; e++) {{\ng = {batches};\nif (g > 1.5f) break;\n}}", nest=True, elsewhere="for (int i = 0; i < {b}; i++) {{\n{step}\nif ({stop}) return 0.5f * g;\n}}"),
    Shape("for (float x : std::vector<float>({n}, 0.25f)) {{\ng += x;\n{step}\n}}", cpp=True),
    Shape("auto fit{k} = [&](int count) {{\nfor (int i = 0; i < count; i++) {{\n{step}\n}}\n}};\nfit{k}({n});", cpp=True),
]

# What a phase does with each store: the operation, and how often one is left out.
KINDS = {"train": (("learn", 1.0),), "tune": (("learn", 0.6), ("look", 0.5)), "sample": (("look", 1.0),), "evaluate": (("look", 0.8), ("learn", 0.15))}
ROWS = [("train",), ("train", "sample"), ("train", "tune"), ("train", "evaluate"), ("train", "tune", "sample"), ("train", "sample", "evaluate"), ("tune", "train", "sample"),
        ("train", "train", "evaluate")]
STOPS = ["s % 4 == 2 && g > 0.3f", "g > 2.0f", "s > 3", "g < -0.5f && s % 2"]


# What main does between two phases with what it calls the next one with: always the same, or what a phase has left.
BETWEEN = ["rounds = 4;", "rounds += 1;", "rounds = rounds - 1;", "rate *= 0.5f;", "rate = 0.25f;", "rounds = 2 + (g > 0.5f);", "rate = 0.125f + 0.25f * fabsf(g);", ""]
FIRST = ["", "const float half = rate * 0.5f;\n", "float half = rate;\nif (count > 3) half *= 0.25f;\n", "float table[2] = {rate, 0.5f * rate};\nfloat half = table[count & 1];\n",
         "float *some = (float *)calloc(2, sizeof(float));\nsome[count & 1] = rate;\nfloat half = some[1] + 0.5f * some[0];\nfree(some);\n"]
CPP_FIRST = [
    "std::vector<float> rates(count + 1, rate);\nfloat half = rates.back();\nrates[0] = 0.5f * half;\nhalf += rates[0];\n",
    "auto own = std::make_unique<float>(rate);\nfloat half = *own;\n*own = 0.5f * rate;\nhalf -= *own;\n",
    "std::map<std::string, float> table;\ntable[\"rate\"] = rate;\ntable[\"count\"] = (float)count;\nconst float half = table.at(\"rate\") / table.size();\n",
    "struct Own { std::vector<float> rates; float at(int i) const { return rates[i % rates.size()]; } } own{{rate, 0.5f * rate}};\n"
    "const float half = own.at(count);\n",
]
# Where the numbers stand for a call, in C and C++: what main does before the call, the two arguments, what it does behind it.
PLACES = [
    ("", "rounds", "rate", ""),
    ("", "rounds", "rate", ""),
    ("float *plan{k} = (float *)malloc(2 * sizeof(float));\nplan{k}[0] = (float)rounds;\nplan{k}[1] = rate;", "(int)plan{k}[0]", "plan{k}[1]", ""),
    ("struct Turn{k} {{ int rounds; float rate; struct Turn{k} *next; }} *told{k} = (struct Turn{k} *)malloc(sizeof(struct Turn{k}));\ntold{k}->rounds = rounds;\n"
     "told{k}->rate = rate;\ntold{k}->next = told{k};", "told{k}->next->rounds", "told{k}->rate", "free(told{k});"),
    ("float pair{k}[2];\nfloat *at{k};\npair{k}[0] = (float)rounds;\npair{k}[1] = rate;\nat{k} = pair{k} + 1;", "(int)at{k}[-1]", "*at{k}", ""),
]
CPP_PLACES = [
    ("std::vector<float> plan{k};\nplan{k}.push_back((float)rounds);\nplan{k}.push_back(rate);", "(int)plan{k}[0]", "plan{k}.back()", ""),
    ("std::vector<float> plan{k};\nplan{k}.push_back(rate);\nconst float first{k} = plan{k}.front();\nauto held{k} = std::make_unique<float>(plan{k}[0]);",
     "rounds", "0.5f * first{k} + 0.5f * *held{k}", ""),
    ("std::map<std::string, float> told{k};\ntold{k}[\"rounds\"] = (float)rounds;\ntold{k}[\"rate\"] = rate;", "(int)told{k}.at(\"rounds\")", "told{k}[\"rate\"]", ""),
    ("struct Args{k} {{ std::vector<int> rounds; std::unique_ptr<float> rate; }} args{k};\nargs{k}.rounds.assign(2, rounds);\nargs{k}.rate.reset(new float(rate));",
     "args{k}.rounds.at(1)", "*args{k}.rate", ""),
    ("std::vector<std::vector<float>> deep{k}(2, std::vector<float>(1, rate));\ndeep{k}[0][0] = (float)rounds;", "(int)deep{k}[0][0]", "deep{k}.back().front()", ""),
]


class Calls:
    """With what the functions of phases are called; numbers of its own, so that a seed's other choices stay."""

    def __init__(self, seed, cpp):
        self.rng = random.Random(f"calls {seed}")
        has_any = self.rng.random() < 0.6
        self.params = ["int count", "float rate"] if has_any else []
        self.places = PLACES + CPP_PLACES if cpp else PLACES
        self.locals = ["int rounds = 3;", "float rate = 0.5f;"] if has_any else []
        self.first = self.rng.choice(FIRST + CPP_FIRST if cpp else FIRST) if has_any else ""
        self.step = "\ng += half;" if "half" in self.first else "\ng += rate;" if has_any else ""

    def of(self, number):
        """A call: what stands before it, its arguments, and what stands behind it."""
        before, rounds, rate, behind = (text.format(k=number) for text in self.rng.choice(self.places))
        return (before, [rounds, rate], behind) if self.params else ("", [], "")

    def between(self):
        return "\n".join(self.rng.sample(BETWEEN, 2)) if self.params else ""
