# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checkpoints that somebody else has made: meta.json with one value that no save would write, under a hash that fits."""

import copy
import ctypes
import ctypes.util
import json

_xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash"))
_xxhash.XXH3_64bits.restype = ctypes.c_uint64
_xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

NUMBERS = (0, 1, 2, 3, 7, 8, 16, 255, 4096, -1, -2, -(1 << 63), (1 << 31) - 1, 1 << 31, 1 << 32, 1 << 40, (1 << 63) - 1, 1 << 63,
           (1 << 64) - 1)
TEXTS = ("", "/", "..", "../x", "/dev/null/x", "x" * 5000, "%s%n", "w+", "heap", "variable", "hidden", "file", "library",
         "stream", "descriptor", "malloc", "mmap", "cudaMalloc", "new[]", "0" * 16, "f" * 16)


def seal(step):
    """The step's COMMITTED says that its meta.json is what was written."""
    meta = (step / "meta.json").read_bytes()
    (step / "COMMITTED").write_text(f"{_xxhash.XXH3_64bits(meta, len(meta)):016x}\n")


# A block that another allocator is said to have made is what its program's own free() ends at: nobody can know better.
BELIEVED = ("allocated_by",)


def places(value, way=()):
    """The ways to all values of a document that somebody may have to answer for."""
    if way and way[-1] in BELIEVED:
        return
    yield way
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in items:
        yield from places(below, (*way, key))


def at(document, way):
    for key in way:
        document = document[key]
    return document


def another(value, document, way, random):
    """Another value in the place of this one; of its own kind, mostly."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([*NUMBERS, value + 1, value - 1, value * 2, value ^ 1 << random.randrange(64)])
    if isinstance(value, str):
        alike = [at(document, w) for w in places(document) if w and w[-1] == way[-1]]
        return random.choice([*TEXTS, *(text for text in alike if isinstance(text, str))])
    if isinstance(value, list) and value:
        chosen = random.choice(value)
        return random.choice([[], value[:-1], value[1:], value[::-1], [*value, chosen], [chosen] * 3])
    return random.choice([None, 0, "", [], {}, [[]]])


def forged(document, number, random):
    """`document` with so many places changed. All places are as likely."""
    result = copy.deepcopy(document)
    for _ in range(number):
        way = random.choice([w for w in places(result) if w])
        parent, key = at(result, way[:-1]), way[-1]
        if isinstance(parent, dict) and random.random() < 0.05:
            del parent[key]
        else:
            parent[key] = another(parent[key], result, way, random)
    return result


def forge(step, number, random):
    meta = step / "meta.json"
    meta.write_text(json.dumps(forged(json.loads(meta.read_text()), number, random)))
    seal(step)
