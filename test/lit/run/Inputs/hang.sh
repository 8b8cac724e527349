# ./slow, which hangs the first time.
if test -e hung; then exec ./slow 20; fi
echo >hung
HANG_AT=9 exec ./slow 20
