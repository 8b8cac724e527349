#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# full.sh BUILD [SEED]: every call of every kind and mode of both programs, then the builds that must not pass. JOBS:
# cases at a time, of each program. Runs of five steps: old steps are removed in each mode that does so, and the time
# grows with the square of the steps.
set -eu
here=$(dirname "$0")
programs=$1/test/faults
seed=${2:-$(date +%s)}
failed=0
running=
for program in structures single_loop; do
  python3 "$here/faults.py" "$programs/fault_$program" --steps 5 --seed "$seed" --jobs "${JOBS:-$(nproc)}" &
  running="$running $!"
done
for one in $running; do
  wait "$one" || failed=1
done
python3 "$here/controls.py" "$programs"
exit $failed
