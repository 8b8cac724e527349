# SIGNAL COMMAND...: starts the command with slow steps, does SIGNAL to it once it has made some, and ends as it does.
# LOCK: tries to start others in its folder instead.
signal=$1
shift
rm -f slow.csv
PAUSE_US=50000 "$@" &
until test -s detrain.run/text || test -s slow.csv; do
  sleep 0.02
  i=$((i + 1))
  test "$i" -gt 20 && test "$signal" != LOCK && break
done
if test "$signal" = LOCK; then
  while ! test -s detrain.run/lock && ! test -s detrain.run/manifest.json; do sleep 0.02; done
  : >failures
  "$@" >>refused.out 2>refused
  test $? -eq 2 || echo supervised >>failures
  DETRAIN_DIR=detrain.run ./slow 20 >>refused.out 2>>refused
  test $? -eq 2 || echo by hand >>failures
else
  sleep 0.2
  kill -s "$signal" $!
fi
wait $!
