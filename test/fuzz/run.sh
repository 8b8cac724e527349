#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh FOLDER [SECONDS [TARGET...]]: builds the fuzzers in FOLDER (CMake's DETRAIN_FUZZ) and runs all of them, or those
# that are named, side by side for so long (3600), beginning with the corpus: the files in its folders, and in its
# archives what earlier runs found. FOLDER/TARGET.log says how it went; a finding ends its target with an input file in
# FOLDER, and run.sh with code 1. FOLDER/TARGET.tar.xz is the least that reaches all the code that was reached, for the
# corpus. JOBS: compilers at a time.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
seconds=${2:-3600}
shift "$(($# < 2 ? $# : 2))"
targets=${*:-$(cd "$root/test/fuzz" && ls ./*_fuzz.cpp | sed 's|^./||; s|_fuzz.cpp$||')}
cmake -S "$root" -B build -G Ninja -DDETRAIN_FUZZ=ON -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 >build.log
ninja -C build -j "${JOBS:-$(nproc)}" $(printf '%s_fuzz ' $targets) >>build.log || { tail build.log; exit 2; }
limits="-timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=2000 -max_len=65536"
mkdir -p found.before
for archive in "$root"/test/fuzz/corpus/*.tar.xz; do tar -xJf "$archive" -C found.before; done
corpus="$(find "$root/test/fuzz/corpus" -mindepth 1 -type d) $root/analyzer/catalog/data $root/test/lit/plan/rir
  $PWD/found.before"
running=
for name in $targets; do
  mkdir -p "$name.found" "$name.smallest"
  "build/fuzz/${name}_fuzz" -max_total_time="$seconds" $limits -print_final_stats=1 "-artifact_prefix=$name." "$name.found" $corpus \
    >"$name.log" 2>&1 &
  running="$running $name:$!"
done
result=0
for one in $running; do
  name=${one%:*}
  wait "${one#*:}" || { result=1; echo "$name: a finding, see $PWD/$name.log"; }
  "build/fuzz/${name}_fuzz" $limits -merge=1 -use_counters=0 "$name.smallest" $corpus "$name.found" >>"$name.log" 2>&1
  tar --sort=name --owner=0 --group=0 --mtime=@0 -C "$name.smallest" -cJf "$name.tar.xz" .
  sed -n "s/^stat::number_of_executed_units: */$name: inputs: /p" "$name.log"
done
exit $result
