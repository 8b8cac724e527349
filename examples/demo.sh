#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The main job on one small program: plan, rewrite, build, kill, resume, compare.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${DETRAIN_BUILD:-$root/build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$root/examples/xor/xor.c" .

say() { printf '\n== %s\n' "$*"; }

say "plan: what must a checkpoint of this program hold?"
"$build/bin/detrain" plan xor.c

say "rewrite: the program that saves it"
"$build/bin/detrain" rewrite xor.c -o rewritten
diff xor.c rewritten/xor.c || true
gcc -O2 -Wall -Wextra -I"$build/include" rewritten/xor.c -o xor -L"$build/lib" -ldetrain_rt -lstdc++ -lm -lpthread -ldl

say "run it to the end, without interruption"
DETRAIN_DIR=whole DETRAIN_TRACE=whole.trace ./xor >whole.txt
cat whole.txt

say "run it again with the recorded clock seed, killed by SIGKILL after step 117"
status=0
DETRAIN_DIR=killed DETRAIN_REPLAY=whole/manifest.json DETRAIN_TEXT=killed.txt DETRAIN_KILL_AT=117 ./xor 2>kill.err || status=$?
echo "exit code $status (137 is SIGKILL)"
[ "$status" -eq 137 ]

say "start it once more: it goes on from its newest checkpoint"
DETRAIN_DIR=killed DETRAIN_TEXT=killed.txt DETRAIN_TRACE=resumed.trace ./xor
tail -n 4 killed.txt

say "compare: text byte for byte, and the hash of every region at every later step"
cmp whole.txt killed.txt
resumed=$(wc -l <resumed.trace)
tail -n "$resumed" whole.trace >whole.tail
cmp whole.tail resumed.trace
tail -n 3 resumed.trace
echo "equal: $resumed hashes and the whole text are the same in both runs"
