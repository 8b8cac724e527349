# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the variables of a store live, and how code of other places comes to them.

Code stands at one of three sites: "op", a function of the store; "phase", a function with a loop; "main".
"""
import dataclasses


@dataclasses.dataclass
class Place:
    field: dict  # site -> what stands around a variable's name
    header: str = ""  # declarations that all files see
    source: str = ""  # definitions in the store's own file
    local: str = ""  # declaration in main
    ready: str = ""  # a statement of main, or of the store's `make` where it has no local
    member: str = ""  # declaration in struct Trainer
    param: str = ""  # what an operation takes beside g and s
    phase_param: str = ""
    arg: dict = dataclasses.field(default_factory=dict)  # site -> what is handed over for param
    reach: str = "all"  # who may name the variables: "all" files, the store's "home", or its operations ("none")
    methods: bool = False  # operations are members of struct S@
    assigned: bool = True  # initial values are assigned in `make`


def everywhere(text):
    return {"op": text, "phase": text, "main": text}


def renamed(declaration, name):
    """The declaration of $w with `name` made of w."""
    head, _, tail = declaration.partition("$")
    length = next((i for i, c in enumerate(tail) if not (c.isalnum() or c == "_")), len(tail))
    return f"{head}{name.format(tail[:length])}{tail[length:]}"


def flat(store, number, prefix, start=True):
    """Each variable by itself, behind `prefix`."""
    return "".join(f"{prefix}{renamed(d, '{}' + number)}{' ' + v if v and start else ''};\n" for d, v in store.fields)


def record(store, number, cpp, methods=""):
    lines = "".join(f"  {renamed(d, '{}')}{(' ' + v if v else ' = {}' if '(' not in d else '{}') if cpp else ''};\n" for d, v in store.fields)
    return f"struct S{number} {{\n{lines}{methods}}};\n"


def statics(store, number, cpp):
    return Place(everywhere("{}" + number), source=flat(store, number, "static "), reach="home", assigned=False)


def globals_(store, number, cpp):
    return Place(everywhere("{}" + number), header=flat(store, number, "extern ", start=False), source=flat(store, number, ""), assigned=False)


def static_record(store, number, cpp):
    return Place(everywhere(f"m{number}.{{}}"), header=record(store, number, cpp), source=f"static struct S{number} m{number};\n", reach="home", assigned=not cpp)


def global_record(store, number, cpp):
    return Place(everywhere(f"m{number}.{{}}"), header=record(store, number, cpp) + f"extern struct S{number} m{number};\n", source=f"struct S{number} m{number};\n",
                 assigned=not cpp)


def local(store, number, cpp):
    field = everywhere(f"m{number}->{{}}") | {"main": f"m{number}.{{}}"}
    value = "{}" if cpp else "{0}"
    return Place(field, header=record(store, number, cpp), local=f"struct S{number} m{number} = {value};" if not cpp else f"S{number} m{number};",
                 param=f"struct S{number} *m{number}", phase_param=f"struct S{number} *m{number}", arg=everywhere(f"m{number}") | {"main": f"&m{number}"}, assigned=not cpp)


def new(number, cpp):
    return f"new S{number}" if cpp else f"(struct S{number} *)calloc(1, sizeof(struct S{number}))"


def heap(store, number, cpp):
    param = f"struct S{number} *m{number}"
    return Place(everywhere(f"m{number}->{{}}"), header=record(store, number, cpp), local=f"{param} = {new(number, cpp)};", param=param, phase_param=param,
                 arg=everywhere(f"m{number}"), assigned=not cpp)


def heap_static(store, number, cpp):
    return Place(everywhere(f"m{number}->{{}}"), header=record(store, number, cpp), source=f"static struct S{number} *m{number};\n", ready=f"m{number} = {new(number, cpp)};",
                 reach="home", assigned=not cpp)


def heap_global(store, number, cpp):
    return Place(everywhere(f"m{number}->{{}}"), header=record(store, number, cpp) + f"extern struct S{number} *m{number};\n", source=f"struct S{number} *m{number};\n",
                 ready=f"m{number} = {new(number, cpp)};", assigned=not cpp)


def behind_function(store, number, cpp):
    text = f"struct S{number} *the{number}(void) {{ static struct S{number} it; return &it; }}\n"
    return Place(everywhere(f"the{number}()->{{}}"), header=record(store, number, cpp) + f"struct S{number} *the{number}(void);\n", source=text, assigned=not cpp)


def member(store, number, cpp):
    param = f"struct S{number} *m{number}"
    return Place({"op": f"m{number}->{{}}", "phase": f"trainer->m{number}.{{}}", "main": f"trainer.m{number}.{{}}"}, header=record(store, number, cpp), member=f"struct S{number} m{number};",
                 param=param, phase_param="struct Trainer *trainer", arg={"op": f"m{number}", "phase": f"&trainer->m{number}", "main": f"&trainer.m{number}"}, assigned=not cpp)


def member_pointer(store, number, cpp):
    param = f"struct S{number} *m{number}"
    return Place({"op": f"m{number}->{{}}", "phase": f"trainer->m{number}->{{}}", "main": f"trainer.m{number}->{{}}"}, header=record(store, number, cpp), member=param + ";",
                 local=f"trainer.m{number} = {new(number, cpp)};", param=param, phase_param="struct Trainer *trainer",
                 arg={"op": f"m{number}", "phase": f"trainer->m{number}", "main": f"trainer.m{number}"}, assigned=not cpp)


def opaque(store, number, cpp):
    """A structure that only the store's own file knows."""
    param = f"struct S{number} *m{number}"
    return Place(everywhere(f"m{number}->{{}}"), header=f"struct S{number};\nstruct S{number} *new{number}(void);\n",
                 source=record(store, number, cpp) + f"struct S{number} *new{number}(void) {{ return {new(number, cpp)}; }}\n", local=f"{param} = new{number}();", param=param,
                 phase_param=param, arg=everywhere(f"m{number}"), reach="none", assigned=not cpp)


def reference(store, number, cpp):
    param = f"S{number} &m{number}"
    return Place(everywhere(f"m{number}.{{}}"), header=record(store, number, cpp), local=f"S{number} m{number};", param=param, phase_param=param, arg=everywhere(f"m{number}"),
                 assigned=False)


def unique(store, number, cpp):
    param = f"S{number} &m{number}"
    return Place({"op": f"m{number}.{{}}", "phase": f"m{number}.{{}}", "main": f"m{number}->{{}}"}, header=record(store, number, cpp),
                 local=f"std::unique_ptr<S{number}> m{number} = std::make_unique<S{number}>();", param=param, phase_param=param, arg=everywhere(f"m{number}") | {"main": f"*m{number}"},
                 assigned=False)


def inline_variables(store, number, cpp):
    return Place(everywhere("{}" + number), header=flat(store, number, "inline "), assigned=False)


def unnamed_namespace(store, number, cpp):
    return Place(everywhere("{}" + number), source="namespace {\n" + flat(store, number, "") + "}\n", reach="home", assigned=False)


def static_members(store, number, cpp):
    lines = "".join(f"  static inline {renamed(d, '{}')}{' ' + v if v else ''};\n" for d, v in store.fields)
    return Place(everywhere(f"S{number}::{{}}"), header=f"struct S{number} {{\n{lines}}};\n", assigned=False)


def methods(store, number, cpp):
    """Operations are members of the object, which main owns."""
    return Place({"op": "{}", "phase": f"m{number}.{{}}", "main": f"m{number}.{{}}"}, header=record(store, number, cpp, "  METHODS\n"), local=f"S{number} m{number};",
                 phase_param=f"S{number} &m{number}", methods=True, assigned=False)


def static_methods(store, number, cpp):
    return Place({"op": "{}", "phase": f"m{number}.{{}}", "main": f"m{number}.{{}}"}, header=record(store, number, cpp, "  METHODS\n") + f"extern S{number} m{number};\n",
                 source=f"S{number} m{number};\n", methods=True, assigned=False)


IN_C = [statics, statics, statics, globals_, static_record, global_record, local, heap, heap_static, heap_global, behind_function, member, member_pointer, opaque]
IN_CPP = IN_C + [reference, unique, inline_variables, unnamed_namespace, static_members, methods, static_methods]
