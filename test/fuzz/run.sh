#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh FOLDER [SECONDS]: builds the fuzzers in FOLDER and runs all of them side by side for so long (3600), beginning
# with the corpus: the files in its folders, and in its archives what earlier runs found. FOLDER/TARGET.log says how it
# went; a finding ends its target with an input file in FOLDER, and run.sh with code 1. FOLDER/TARGET.tar.xz is the least
# that reaches all the code that was reached, for the corpus. JOBS: compilers at a time.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
seconds=${2:-3600}
checks="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined -fno-rtti
  -DDETRAIN_VERSION=\"fuzzed\" -isystem /usr/lib/llvm-22/include -I$root -I$root/runtime/include"
tool="driver/trace driver/options driver/step_folder driver/diff/op_log driver/inspect/statistics base/file base/location
  base/check base/text diag/diagnostic diag/funnel driver/gate/baseline driver/gate/source_text driver/cache/store
  driver/cache/file_hashes driver/cache/diagnostic_json driver/cache/entry driver/verify/report_lines driver/lsp/channel driver/locate
  driver/cc/unit_file driver/past_run load/commands
  $(cd "$root/analyzer" && ls rir/*.cpp types/*.cpp check/*.cpp catalog/*.cpp | sed 's/\.cpp$//')"
for source in "$root"/runtime/src/*.cpp; do echo "-std=c++17 $source"; done | grep -v /fail.cpp >sources
for source in $tool; do echo "-std=c++20 $root/analyzer/$source.cpp"; done >>sources
for source in "$root"/test/fuzz/*.cpp; do echo "-std=c++20 $source"; done >>sources
# An object has the whole path in its name: there are two text.cpp.
export root
xargs -n 2 -P "${JOBS:-$(nproc)}" sh -c 'file=${2#"$root"/}
  clang++-22 $0 "$1" -c "$2" -o "$(echo "${file%.cpp}" | tr / .).o"' "$checks" <sources
# A target takes what it needs of them; fuzz.cpp comes before, and takes the place of some.
rm -f common.a
ar rcs common.a $(ls ./*.o | grep -v 'test\.fuzz\.')
limits="-timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=2000 -max_len=65536"
targets=$(cd "$root/test/fuzz" && ls ./*_fuzz.cpp | sed 's|^./||; s|_fuzz.cpp$||')
mkdir -p found.before
for archive in "$root"/test/fuzz/corpus/*.tar.xz; do tar -xJf "$archive" -C found.before; done
corpus="$(find "$root/test/fuzz/corpus" -mindepth 1 -type d) $root/analyzer/catalog/data $root/test/lit/plan/rir
  $PWD/found.before"
running=
for name in $targets; do
  clang++-22 -fsanitize=fuzzer,address,undefined "test.fuzz.${name}_fuzz.o" test.fuzz.fuzz.o common.a -lzstd -lpthread \
    -L/usr/lib/llvm-22/lib -Wl,-rpath,/usr/lib/llvm-22/lib -l:libclang-cpp.so.22.1 -lLLVM -o "$name"
  mkdir -p "$name.found" "$name.smallest"
  "./$name" -max_total_time="$seconds" $limits -print_final_stats=1 "-artifact_prefix=$name." "$name.found" $corpus \
    >"$name.log" 2>&1 &
  running="$running $name:$!"
done
result=0
for one in $running; do
  name=${one%:*}
  wait "${one#*:}" || { result=1; echo "$name: a finding, see $PWD/$name.log"; }
  "./$name" $limits -merge=1 -use_counters=0 "$name.smallest" $corpus "$name.found" >>"$name.log" 2>&1
  tar --sort=name --owner=0 --group=0 --mtime=@0 -C "$name.smallest" -cJf "$name.tar.xz" .
  sed -n "s/^stat::number_of_executed_units: */$name: inputs: /p" "$name.log"
done
exit $result
