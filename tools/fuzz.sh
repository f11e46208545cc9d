#!/usr/bin/env bash
# tools/fuzz.sh [SECONDS [NAME...]]: runs every fuzzer (or those named) for that long each (600 without a number), starting from
# the shipped and the test files, and from fuzz/corpus/NAME. What it finds is kept in build/fuzz/found and fails the script.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

seconds=${1:-600}
[ $# -gt 0 ] && shift
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  for source in "$root"/fuzz/*.cpp; do names+=("$(basename "$source" .cpp)"); done
fi

need $packages_build $packages_fuzz
lock
configure fuzz
compile fuzz
unlock

found=$root/build/fuzz/found
mkdir -p "$found"
failed=
for name in "${names[@]}"; do
  corpus=$root/build/fuzz/corpus/$name
  mkdir -p "$corpus"
  [ ! -d "$root/fuzz/corpus/$name" ] || cp -n "$root/fuzz/corpus/$name"/* "$corpus"
  case $name in
    fuzz_commands) ;;
    fuzz_recording | fuzz_backup) find "$root/tests/session/data" -name "*${name#fuzz_}*.json" -exec cp -n {} "$corpus" \; ;;
    *sdf*) mkdir -p "$corpus"; find "$root/examples" "$root/tests/files" -name "*.sdf" -exec cp -n {} "$corpus" \; ;;
    *urdf*) find "$root/tests/files" -name '*.urdf' -exec cp -n {} "$corpus" \; ;;
    *) find "$root/models" "$root/scenes" "$root/tests/files" -name '*.json' -size -40k -exec cp -n {} "$corpus" \; ;;
  esac
  say "fuzzing $name for $seconds seconds (build/fuzz/$name.log)"
  "$root/build/fuzz/fuzz/$name" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=25 -artifact_prefix="$found/$name-" \
    "$corpus" >"$root/build/fuzz/$name.log" 2>&1 || failed+=" $name"
  tail -n 1 "$root/build/fuzz/$name.log" >&2
done
[ -z "$failed" ] || fail "found something:$failed; see build/fuzz/found, and add what it is to the tests"
say "nothing found"
