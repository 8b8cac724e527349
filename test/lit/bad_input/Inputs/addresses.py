# Changes the numbers of blocks in a step's meta.json: `a` is its `addresses`, `m` the whole.
import json
import pathlib
import sys

meta = pathlib.Path(sys.argv[1]) / "meta.json"
m = json.loads(meta.read_text())
a = m["addresses"]
assert len(a["numbers"]) > 1 and a["last"] > 1
exec(sys.argv[2])
meta.write_text(json.dumps(m))
