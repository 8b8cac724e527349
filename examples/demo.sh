#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The main job on one example: plan, build, kill, resume, compare.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
detrain=$root/build/release/bin/detrain
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$root"/examples/chargpt/*.[ch] .

say() { printf '\n== %s\n' "$*"; }

say "plan: what must a checkpoint hold?"
"$detrain" plan chargpt.c

say "build: detrain cc rewrites, compiles and links the runtime"
"$detrain" cc -- gcc -O2 chargpt.c -o chargpt -lm

say "run to the end, without interruption"
DETRAIN_DIR=whole DETRAIN_TRACE=whole.trace ./chargpt --steps 30 >whole.txt
tail -n 2 whole.txt

say "run again with the same seeds, killed by SIGKILL at step 12"
status=0
DETRAIN_DIR=killed DETRAIN_REPLAY=whole/manifest.json DETRAIN_TEXT=killed.txt DETRAIN_KILL_AT=12 ./chargpt --steps 30 || status=$?
echo "exit code $status (137 is SIGKILL)"
[ "$status" -eq 137 ]

say "start it once more: it resumes from its newest checkpoint"
DETRAIN_DIR=killed DETRAIN_TEXT=killed.txt DETRAIN_TRACE=resumed.trace ./chargpt --steps 30

say "compare the state at the last step"
last=$(tail -n 1 whole.trace | cut -f 1)
grep -P "^$last\t" whole.trace >whole.last
grep -P "^$last\t" resumed.trace >resumed.last
cat resumed.last
cmp whole.last resumed.last
echo "equal: every region of step $last has the same hash in both runs"
