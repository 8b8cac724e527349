"""Holds a plan against the contract: check_plan.py PLAN. Extra members are allowed, others or missing ones are not."""
import json
import sys

PLACE = {"file": str, "line": int}
REASON = {**PLACE, "message": str}
SITE = {**PLACE, "function": str}
ENTRY = {
    "path": str, "declared": PLACE, "type": str, "extent": str, "space": {"host", "device", "managed", "file"},
    "persistence": {"carried", "stream", "cursor", "counter", "image", "derived", "invariant", "dead", "log"},
    "saved": bool, "why": [REASON],
}
PLAN = {
    "schema": {"detrain-plan/1"}, "program": [str], "step_loop": {**SITE, "nest": [SITE], "others": [SITE]},
    "guarantee": {"bitwise", "modelled", "not-replayable"}, "entries": [ENTRY],
    "assumptions": [{"callee": str, **PLACE, "source": {"catalog", "opaque", "user"}, "effect": str}],
    "log_arguments": [{**PLACE, "argument": int}],
}


def check(value, form, where):
    if isinstance(form, dict):
        for name, inner in form.items():
            assert name in value, f"{where} lacks {name}"
            check(value[name], inner, f"{where}.{name}")
    elif isinstance(form, list):
        assert isinstance(value, list), f"{where} is no list"
        for i, item in enumerate(value):
            check(item, form[0], f"{where}[{i}]")
    elif isinstance(form, set):
        assert value in form, f"{where} is {value}"
    else:
        assert type(value) is form, f"{where} is {value!r}"


plan = json.load(open(sys.argv[1]))
check(plan, PLAN, "plan")
paths = [entry["path"] for entry in plan["entries"]]
assert paths and len(paths) == len(set(paths)), "paths name entries"
assert all(entry["why"] for entry in plan["entries"]), "every entry has a reason"
saved = [entry["saved"] for entry in plan["entries"]]
assert saved == sorted(saved, reverse=True), "what is saved comes first"
