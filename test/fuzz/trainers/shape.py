# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of one to three loops in a row over shared state, in one or several files: the family "shape"."""
import random
import re

from . import phases, places, stores

C_HEADER = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
# The header of what a program uses of C++.
CPP_HEADERS = {
    "array": "array", "deque": "deque", "fill": "algorithm", "make_shared": "memory", "make_unique": "memory", "map": "map", "mt19937": "random", "optional": "optional",
    "set": "set", "shared_ptr": "memory", "string": "string", "swap": "utility", "unique_ptr": "memory", "unordered_map": "unordered_map", "vector": "vector"}


def includes(text, cpp):
    """The includes that the text of a program needs."""
    used = {CPP_HEADERS[name] for name in re.findall(r"\bstd::(\w+)", text) if name in CPP_HEADERS} if cpp else set()
    return "".join(f"#include <{name}>\n" for name in sorted(used)) + C_HEADER


class Item:
    """A store at its place, in the file that it belongs to."""

    def __init__(self, program, name, number, home):
        self.store, self.number, self.home, self.program = stores.STORES[name], str(number), home, program
        kind = program.rng.choice(places.IN_CPP if program.cpp else places.IN_C)
        if self.store.cpp and kind is places.heap_static:
            kind = places.statics
        self.place, self.kind, self.protos = kind(self.store, self.number, program.cpp), kind.__name__, []

    def fill(self, text, site):
        """The text with its variables as they are named at `site`, and calls of the store's functions."""
        def one(match):
            word, call = match.groups()
            if word not in self.functions():
                return self.place.field[site].format(word) + (call or "")
            own = self.place.arg.get(site, "")
            return f"{word}{self.number}({own}{', ' if own and text[match.end()] != ')' else ''}"
        return re.sub(r"\$(\w+)(\()?", one, text).replace("@", self.number)

    def functions(self):
        return [name for _, name, _, _ in self.store.functions]

    def make(self, site):
        values = [(d[d.index("$"):], v) for d, v in self.store.fields if v and self.place.assigned]
        assigned = "".join(f"{name} {value}; " for name, value in values)
        return self.fill((self.place.ready + " " if self.place.ready else "") + assigned + self.store.make, site).strip()

    def operation(self, result, name, params, body):
        """The definition of a function of the store; its prototype is noted."""
        taken = ", ".join(p for p in (self.place.param, params) if p) or ("" if self.program.cpp else "void")
        full = f"{name}{self.number}"
        self.protos.append(f"{result} {full}({taken});")
        scope = f"S{self.number}::" if self.place.methods else ""
        return f"{result} {scope}{full}({taken}) {{ {body} }}\n"

    def definitions(self):
        text = "".join(self.operation(r, n, p, self.fill(b, "op")) for r, n, p, b in self.store.functions)
        for name in ("learn", "look", "turn"):
            text += self.operation("float", name, "float g, int s", f"(void)s; {self.fill(getattr(self.store, name), 'op')} return fmodf(g, 4.0f);")
        text += self.operation("double", "show", "", f"return (double)({self.fill(self.store.show, 'op')});")
        return text + self.operation("void", "make", "", self.make("op"))

    def call(self, name, site, params):
        own = self.place.arg.get(site, "")
        called = f"{name}{self.number}({', '.join(p for p in (own, params) if p)})"
        return f"m{self.number}.{called}" if self.place.methods else called

    def reaches(self, site, file):
        functions = not self.functions() or not self.place.methods
        return functions and (self.place.reach == "all" or self.place.reach == "home" and file == self.home)

    def use(self, name, site, file):
        """A statement that does operation `name`: its text where it may stand there, or a call."""
        if self.reaches(site, file) and self.program.rng.random() < 0.5:
            return f"{{ {self.fill(getattr(self.store, name), site)} }}"
        return f"g = {self.call(name, site, 'g, s')};"


class Program:
    def __init__(self, seed):
        self.rng = random.Random(f"shape {seed}")
        self.cpp = self.rng.random() < 0.5
        self.files = self.rng.choice([1, 1, 2, 3])
        names = sorted(n for n, s in stores.STORES.items() if self.cpp or not s.cpp)
        picked = self.rng.sample(names, self.rng.randint(1, 4))
        self.items = [Item(self, name, i, self.rng.randrange(self.files)) for i, name in enumerate(picked)]
        self.picked = [f"{name}/{item.kind}" for name, item in zip(picked, self.items)]
        self.bodies = [""] * self.files
        self.protos, self.globals = [], self.rng.random() < 0.4
        self.calls = phases.Calls(seed, self.cpp)

    def params(self, first):
        taken = list(dict.fromkeys(i.place.phase_param for i in self.items if i.place.phase_param))
        return ", ".join(taken + first)

    def args(self, site, first):
        given = []
        for item in self.items:
            if item.place.phase_param == "struct Trainer *trainer":
                given.append("&trainer" if site == "main" else "trainer")
            elif item.place.phase_param:
                given.append(item.place.arg.get(site) or f"m{item.number}")
        return ", ".join(list(dict.fromkeys(given)) + first)

    def function(self, name, extra, body, file):
        head = f"float {name}({self.params(['float g'] + extra)})"
        self.protos.append(head + ";")
        start = ("" if self.globals else "int s = 0;\n") + (self.calls.first if extra else "")
        self.bodies[file] += f"{head} {{\n{start}{body}\nreturn g;\n}}\n"

    def step(self, kind, site, file):
        lines = ["s++;"]
        for item in self.items:
            lines += [item.use(name, site, file) for name, chance in phases.KINDS[kind] if self.rng.random() < chance]
        lines.append("g = fmodf(g, 4.0f);")
        if self.rng.random() < 0.6:
            lines.append('printf("%d %a\\n", s, (double)g);')
        if self.rng.random() < 0.25:
            return self.step_elsewhere(lines, kind, site, file)
        return "\n".join(lines)

    def step_elsewhere(self, lines, kind, site, file):
        """The step as a function, which another loop may call as well."""
        if not hasattr(self, "stepper"):
            self.stepper = f"step_{kind}"
            other = self.rng.randrange(self.files)
            uses = [i.use("learn" if kind in ("train", "tune") else "look", "phase", other) for i in self.items]
            head = f"float {self.stepper}({self.params(['float g', 'int s'])})"
            self.protos.append(head + ";")
            text = "\n".join(uses)
            self.bodies[other] += f"{head} {{\n{text}\nreturn fmodf(g, 4.0f);\n}}\n"
        return f"s++;\ng = {self.stepper}({self.args(site, ['g', 's'])});\n" + 'printf("%d %a\\n", s, (double)g);'

    def turn(self, site, file, chance):
        return "\n".join(item.use("turn", site, file) for item in self.items if item.store.turn and self.rng.random() < chance)

    def loop(self, number, kind, site, file, count):
        """The text of a loop of `count` steps."""
        fits = [s for s in phases.SHAPES if (self.cpp or not s.cpp) and (site == "phase" or not s.function)]
        shape = self.rng.choice(fits)
        bound = self.rng.choice([str, str, lambda n: f'atoi("{n}")'])
        a, b = (2, max(1, count // 2)) if self.rng.random() < 0.7 else (max(1, count // 2), 2)
        values = dict(n=bound(count), a=bound(a), b=bound(b), k=number, stop=self.rng.choice(phases.STOPS), step="", turn="", batches="")
        if shape.elsewhere:
            other = self.rng.randrange(self.files)
            body = shape.elsewhere.format(**values | {"step": self.step(kind, "phase", other)})
            self.function(f"batches{number}", [], body, other)
            values["batches"] = f"batches{number}({self.args(site, ['g'])})"
        elif "{turn}" in shape.text:
            values["turn"] = self.turn(site, file, 0.3)
        if "{step}" in shape.text:
            values["step"] = self.step(kind, site, file)
        if site == "phase" and self.calls.params:
            values["n"] = "count"
            values["step"] += self.calls.step
        return shape.text.format(**values)

    def show(self, site):
        return "\n".join(f'printf("%a\\n", {item.call("show", site, "")});' for item in self.items)

    def phase(self, number, kind, count):
        """What main does for a phase: the loop, or a call of its function."""
        if number and self.again and self.rng.random() < 0.3:
            return self.call(number, self.again)
        if self.rng.random() < 0.45:
            return self.loop(number, kind, "main", 0, count)
        file = self.rng.randrange(self.files)
        self.function(f"phase{number}", self.calls.params, self.loop(number, kind, "phase", file, count), file)
        self.again = f"phase{number}"
        return self.call(number, f"phase{number}")

    def call(self, number, function):
        before, args, behind = self.calls.of(number)
        return f"{before}\ng = {function}({self.args('main', ['g'] + args)});\n{behind}"

    def main(self):
        row = self.rng.choice(phases.ROWS)
        self.again, body = "", []
        for item in self.items:
            inline = item.reaches("main", 0) and self.rng.random() < 0.5
            body.append(f"{{ {item.make('main')} }}" if inline else f"{item.call('make', 'main', '')};")
        for number, kind in enumerate(row):
            body.append(self.phase(number, kind, self.rng.choice([3, 4]) if len(row) > 1 else self.rng.choice([4, 6, 8])))
            if number + 1 < len(row):
                body.append(self.turn("main", 0, 0.4))
                body.append(self.calls.between())
            if self.rng.random() < 0.5:
                body.append(self.show("main"))
        body.append(f'printf("%d %a\\n", s, (double)g);\n{self.show("main")}')
        return "\n".join(self.locals() + body)

    def locals(self):
        lines = ["struct Trainer trainer = {0};" if not self.cpp else "Trainer trainer;"] if any(i.place.member for i in self.items) else []
        lines += [i.place.local for i in self.items if i.place.local]
        lines += self.calls.locals
        return lines + (["g = 0.5f;"] if self.globals else ["float g = 0.5f;", "int s = 0;"])

    def declared(self):
        """What all files see."""
        text = "enum { LAYERS = 3 };\n"
        for item in self.items:
            text += item.store.types.replace("@", item.number) + "\n" if item.store.types else ""
            text += item.place.header.replace("METHODS", " ".join(item.protos)).replace("@", item.number)
            text += "" if item.place.methods else "\n".join(item.protos) + "\n"
        members = "".join(f"  {i.place.member}\n" for i in self.items if i.place.member)
        text += f"struct Trainer {{\n{members}}};\n" if members else ""
        text += "extern float g;\nextern int s;\n" if self.globals else ""
        return text + "\n".join(self.protos) + "\n"

    def sources(self):
        definitions = [item.definitions() for item in self.items]
        main = f"int main({'' if self.cpp else 'void'}) {{\n{self.main()}\nreturn 0;\n}}\n"
        header, ending = self.declared(), "cpp" if self.cpp else "c"
        kept = [item.place.source for item in self.items]
        header = includes(header + main + "".join(definitions + self.bodies + kept), self.cpp) + header
        result = {}
        for file in range(self.files):
            own = "float g;\nint s;\n" if self.globals and file == self.files - 1 else ""
            for item, text in zip(self.items, definitions):
                own += item.place.source.replace("@", item.number) + text if item.home == file else ""
            own += self.bodies[file] + (main if file == 0 else "")
            top = header if self.files == 1 else '#include "shared.h"\n'
            result[f"t{file}.{ending}"] = top + own
        if self.files > 1:
            result["shared.h"] = "#pragma once\n" + header
        return result


def program(seed):
    """The files of program `seed`, the compiler and its flags, and what it was put together from."""
    made = Program(seed)
    files = made.sources()
    return files, ("g++", "-std=c++17") if made.cpp else ("gcc", "-std=gnu17"), made.picked
