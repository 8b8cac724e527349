#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh FOLDER [SECONDS]: builds the fuzzers in FOLDER and runs each for so long (3600), beginning with the corpus.
# A finding ends it with an input file in FOLDER. JOBS: compilers at a time.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
seconds=${2:-3600}
mkdir -p "$folder"
cd "$folder"
flags="-std=c++17 -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -I$root -I$root/runtime/include"
for source in store checkpoint disk io hash zstd_frame file_writer thread_queue uring_queue crew outputs journal inputs \
    random_device philox settings paths run heap data_files provenance comparison build_record image watch_rules \
    device_memory; do
  echo "$root/runtime/src/$source.cpp"
done >sources
ls "$root"/test/fuzz/*.cpp >>sources
xargs -n 1 -P "${JOBS:-$(nproc)}" sh -c 'clang++-22 $0 -c "$1" -o "$(basename "$1" .cpp).o"' "$flags" <sources
for name in checkpoint run_files; do
  rest=$(ls *.o | grep -v '_fuzz.o$')
  clang++-22 -fsanitize=fuzzer,address,undefined "${name}_fuzz.o" $rest -lzstd -lpthread -o "$name"
  mkdir -p "$name.found"
  "./$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=2000 -max_len=65536 \
    -print_final_stats=1 "$name.found" "$root/test/fuzz/corpus/$name"
done
