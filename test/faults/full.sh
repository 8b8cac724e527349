#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# full.sh BUILD [SEED]: every call of every kind and mode of both programs, then the builds that must not pass.
set -eu
here=$(dirname "$0")
programs=$1/test/faults
seed=${2:-$(date +%s)}
for program in structures single_loop; do
  python3 "$here/faults.py" "$programs/fault_$program" --seed "$seed" --jobs "$(nproc)"
done
python3 "$here/controls.py" "$programs"
