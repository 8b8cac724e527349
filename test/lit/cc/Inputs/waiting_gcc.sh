#!/bin/sh
# A compiler that counts its calls in the file `calls`, and waits in front of one of them, or behind it, until there is
# a file `go`: WAIT="before 2".
here=${0%/bin/gcc}
n=$(($(cat "$here/calls" 2>/dev/null || echo 0) + 1))
echo "$n" >"$here/calls"
pause() {
  [ "$WAIT" = "$1 $n" ] || return 0
  touch "$here/waits"
  while [ ! -e "$here/go" ]; do sleep 0.05; done
}
pause before
gcc "$@"
code=$?
pause behind
exit $code
