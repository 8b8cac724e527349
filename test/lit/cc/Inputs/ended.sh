#!/bin/sh
# ended.sh "COMPILER ARGS..." PROGRAM WHOLE SIGNALS: ends `detrain cc` at each call of the compiler. Then nothing stands at
# PROGRAM, or what WHOLE is. Once it is not ended any more, it must be that.
command=$1 program=$2 whole=$3 signals=$4
for signal in $signals; do
  n=1
  while :; do
    for when in before behind; do
      rm -rf "$program" "$program.original" "$program.detrain" calls waits go
      WAIT="$when $n" $DETRAIN cc -- $command 2>log &
      wrapper=$!
      while kill -0 $wrapper 2>kills && [ ! -e waits ]; do sleep 0.05; done
      if [ -e waits ]; then
        kill -s $signal $wrapper
        # A shell's child of the background takes no SIGINT: it goes on, and must come to its end.
        [ $signal = INT ] && touch go
        wait $wrapper
        touch go
        sleep 0.3  # the compiler ends with the wrapper, or goes on
        [ ! -e "$program" ] || cmp "$program" "$whole" || exit 1
      else
        wait $wrapper || exit 1
        cmp "$program" "$whole" || exit 1
      fi
    done
    [ -e waits ] || break
    n=$((n + 1))
  done
  [ $n -gt 1 ] || exit 1
done
