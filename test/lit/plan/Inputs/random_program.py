#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a C program made at random: random_program.py SEED

A step loop over arrays whose sizes are arguments (PROGRAM N M P, each at least 1), with what decides whether an array is
dead: loops that begin late or end early, strides, triangles, tiles, memset and memcpy of parts, branches, breaks, calls,
pointers into the middle, buffers allocated by a step, swapped buffers, draws. No access is outside an array, every
element is initialised, and all that remains is printed, so that a plan that leaves something out shows.
"""
import random
import sys

SIZES = {"a": "n", "b": "n", "c": "n * m", "d": "n * m * p", "e": "n * n", "f": "n"}
FLAT = ["a", "b", "f"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.depth = 0
        self.names = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def array(self):
        return self.random.choice(list(SIZES))

    def value(self, index):
        """An expression of a float, any of whose reads is in bounds. `index` is below n, or None."""
        choices = ["1.0f", "(float)(step % 5)", "s", "t", f"{self.array()}[0]"]
        if index:
            choices += [f"{self.pick(*FLAT)}[{index}]"] * 4 + [f"c[{index} * m]", f"e[{index} * n + {index}]"]
        return self.random.choice(choices)

    def mixed(self, index):
        return f"0.5f * {self.value(index)} + 0.25f * {self.value(index)} + {self.pick('0.0f', '0.125f')}"

    def assign(self, place, index):
        """place = something; where it reads its old content it is more likely to be state."""
        old = self.pick("", "", f"0.5f * {place} + ")
        return f"{place} = {old}0.25f * {self.value(index)} + 0.125f;"

    def guard(self, statement):
        test = self.pick("step % 2", "step % 3 == 1", "s > 0.5f", "n > 3", "step > 2", "t < 0.75f", "m == n")
        return self.pick(statement, statement, statement, f"if ({test}) {{\n{statement}\n}}",
                         f"if ({test}) {{\n{statement}\n}} else {{\n{self.statement()}\n}}")

    def flat_loop(self):
        i, x = self.fresh("i"), self.pick(*FLAT)
        body = self.assign(f"{x}[{i}]", i)
        body = self.pick(body, body, body, f"if ({self.value(i)} < 1.0f) {body}",
                         f"if ({self.value(i)} > 2.0f) break;\n{body}", f"if ({i} % 4 == 3) continue;\n{body}")
        head = self.pick(f"int {i} = 0; {i} < n; {i}++", f"int {i} = 0; {i} < n; {i}++", f"int {i} = n - 1; {i} >= 0; {i}--",
                         f"int {i} = 1; {i} < n; {i}++", f"int {i} = 0; {i} < n - 1; {i}++",
                         f"int {i} = 0; {i} < n; {i} += 2", f"int {i} = 0; {i} < n && s < 3.0f; {i}++",
                         f"int {i} = 0; {i} <= step && {i} < n; {i}++", f"int {i} = n; {i}-- > 0;")
        return f"for ({head}) {{\n{body}\n}}"

    def grid_loop(self):
        i, j, k = self.fresh("i"), self.fresh("j"), self.fresh("k")
        rows = self.pick("0", "0", "0", "1")
        last = self.pick("", "", "", " - 1")
        shape = self.pick("c", "d", "e", "columns", "triangle", "carried row")
        if shape == "c":
            return (f"for (int {i} = {rows}; {i} < n; {i}++) for (int {j} = 0; {j} < m{last}; {j}++)\n"
                    + self.assign(f"c[{i} * m + {j}]", i))
        if shape == "d":
            row = f"float *row = d + {i} * m * p + {j} * p;"
            return (f"for (int {i} = {rows}; {i} < n; {i}++) for (int {j} = 0; {j} < m{last}; {j}++) {{\n{row}\n"
                    f"for (int {k} = 0; {k} < p; {k}++) {self.assign(f'row[{k}]', i)}\n}}")
        if shape == "e":
            return f"for (int {i} = {rows}; {i} < n * n{last}; {i}++) {self.assign(f'e[{i}]', None)}"
        if shape == "columns":
            return (f"for (int {j} = 0; {j} < m{last}; {j}++) for (int {i} = {rows}; {i} < n; {i}++)\n"
                    + self.assign(f"c[{i} * m + {j}]", i))
        if shape == "triangle":
            test = self.pick(f"{j} <= {i}", f"{j} < {i}", f"{j} < n - {i}")
            return (f"for (int {i} = {rows}; {i} < n; {i}++) for (int {j} = 0; {test}; {j}++)\n"
                    + self.assign(f"e[{i} * n + {j}]", i))
        return (f"for (int {i} = 1; {i} < n; {i}++) for (int {j} = 0; {j} < m; {j}++)\n"
                f"c[{i} * m + {j}] = 0.5f * c[({i} - 1) * m + {j}] + 0.25f * {self.value(i)};")

    def tiled_loop(self):
        b, i, x = self.fresh("b"), self.fresh("i"), self.pick(*FLAT)
        width = self.pick("4", "3")
        end = self.pick(f"{b} + {width} < n ? {b} + {width} : n", f"{b} + {width} < n ? {b} + {width} : n",
                        f"{b} + {width} < n ? {b} + {width} - 1 : n", f"{b} + {width} <= n ? {b} + {width} : {b}")
        return (f"for (int {b} = 0; {b} < n; {b} += {width}) {{\nint end = {end};\n"
                f"for (int {i} = {b}; {i} < end; {i}++) {self.assign(f'{x}[{i}]', i)}\n}}")

    def block(self):
        x, y = self.array(), self.pick(*FLAT)
        part = self.pick("", "", "", " - 1", " / 2")
        return self.pick(f"memset({x}, 0, (({SIZES[x]}){part}) * sizeof(float));",
                         f"memcpy({y}, {self.pick('c', 'd', 'e')}, (n{part}) * sizeof(float));",
                         f"memmove({y}, {y} + 1, (n - 1) * sizeof(float));",
                         f"fill({x}, ({SIZES[x]}){part}, s);", f"fill({x} + 1, ({SIZES[x]}) - 1, t);")

    def scalar(self):
        name, i = self.pick("s", "t"), self.fresh("i")
        return self.pick(f"{name} = {self.mixed(None)};", f"{name} = 0.5f * {name} + 0.125f * {self.value(None)};",
                         f"{name} = (float)(rand() % 8) / 8.0f;",
                         f"{name} = 0;\nfor (int {i} = 0; {i} < n; {i}++) {name} = 0.5f * {name} + 0.25f * {self.value(i)};",
                         "calls++;", "if (step % 2) calls += 3;", f"last = {self.pick('step', 'calls', '7')};")

    def pointers(self):
        x = self.pick("u", "v")
        i = self.fresh("i")
        fill = self.pick("n", "n", "n - 1")
        lazy = f"if ({x} == NULL) {x} = {self.pick('zeros(n)', 'calloc(n, sizeof(float))')};\n"
        loop = f"for (int {i} = 0; {i} < {fill}; {i}++) {self.assign(f'{x}[{i}]', i)}"
        swap = "{\nfloat *keep = a;\na = b;\nb = keep;\n}"
        middle = f"{{\nfloat *at = c + n * m / 2;\nfor (int {i} = 0; {i} < n * m - n * m / 2; {i}++) at[{i}] = {self.value(None)};\n}}"
        own = f"{{\nfloat *own = zeros(n);\nfor (int {i} = 0; {i} < n; {i}++) own[{i}] = {self.value(i)};\ns = own[n - 1];\nfree(own);\n}}"
        return self.pick(lazy + loop, lazy + loop, swap, middle, own)

    def statement(self):
        if self.depth > 2:
            return self.scalar()
        self.depth += 1
        makers = [self.flat_loop] * 4 + [self.grid_loop] * 4 + [self.tiled_loop, self.block, self.block, self.scalar,
                                                               self.scalar, self.pointers]
        text = self.guard(self.random.choice(makers)())
        self.depth -= 1
        return text

    def text(self):
        steps = "\n".join(self.statement() for _ in range(self.random.randint(3, 9)))
        if self.random.random() < 0.3:
            loop = ("for (int epoch = 0; epoch < 4; epoch++) {\n" + self.statement()
                    + "\nfor (int step = 0; step < 3; step++) {\n" + steps + "\n" + UPDATE + "}\n" + self.scalar_after() + "}\n")
        else:
            loop = "for (int step = 0; step < 12; step++) {\n" + steps + "\n" + UPDATE + "}\n"
        return HEAD + loop.replace("epoch++) {\n", "epoch++) {\nconst int step = epoch;\n(void)step;\n", 1) + TAIL

    def scalar_after(self):
        return "printf(\"%d %a\\n\", epoch, (double)s);\n"


HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int calls;
static float *u, *v;
static float *zeros(int n) {
float *block = calloc((size_t)n, sizeof(float));
if (block == NULL) exit(1);
return block;
}
static void fill(float *x, int n, float value) {
for (int i = 0; i < n; i++) x[i] = 0.5f * value;
}
static float sum(const float *x, int n) {
float all = 0;
for (int i = 0; i < n; i++) all = 0.75f * all + x[i];
return all;
}
int main(int argc, char **argv) {
if (argc < 4) return 2;
int n = atoi(argv[1]), m = atoi(argv[2]), p = atoi(argv[3]), last = 0;
if (n < 1 || m < 1 || p < 1) return 2;
float *a = zeros(n), *b = zeros(n), *c = zeros(n * m), *d = zeros(n * m * p), *e = zeros(n * n), *f = zeros(n);
float *w = zeros(n), s = 0.25f, t = 0.5f;
"""
# Reads parts of everything in each step, so that what is not dead shows in w, the parameters.
UPDATE = """for (int i = 0; i < n; i++) {
w[i] += 0.125f * (a[i] + b[n - 1 - i] - w[i]);
for (int j = 0; j <= i; j++) w[i] += 0.0625f * e[i * n + j];
for (int j = 0; j < m; j++) w[i] += 0.0625f * c[i * m + j] * d[(i * m + j) * p + p - 1];
}
printf("%d %a\\n", step, (double)w[n - 1]);
"""
TAIL = """printf("%a %a %a %d %d\\n", (double)sum(w, n), (double)sum(f, n), (double)(s + t), calls, last);
if (u != NULL) printf("%a\\n", (double)sum(u, n));
return 0;
}
"""

if __name__ == "__main__":
    print(Program(int(sys.argv[1])).text())
