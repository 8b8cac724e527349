"""PAGE TEXT STEP: runs the page's first program in Python, and holds w[1] against what line STEP of the text says."""
import re
import sys

page, text, step = open(sys.argv[1]).read(), open(sys.argv[2]).read(), int(sys.argv[3])
found = {}
exec(re.search(r"```python\n(.*?)```", page, re.S)[1], found)
printed = float(re.search(rf"^step {step}: (\S+)$", text, re.M)[1])
w = found["state"]["w"]
print("as printed" if f"{w[1]:.9g}" == f"{printed:.9g}" else f"{w[1]:.9g} is not {printed:.9g}")
