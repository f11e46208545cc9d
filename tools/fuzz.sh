#!/usr/bin/env bash
# tools/fuzz.sh [SECONDS [NAME...]]: runs every fuzzer (or those named) for that long each (1200 without a number), starting from
# the shipped and the test files, and from fuzz/corpus/NAME. What it finds is kept in build/fuzz/found and fails the script.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

seconds=${1:-1200}
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

# seeds NAME CORPUS: the small files of the repository that the fuzzer's reader reads.
seeds() {
  local name=$1 corpus=$2 format number file
  [ ! -d "$root/fuzz/corpus/$name" ] || cp -n "$root/fuzz/corpus/$name"/* "$corpus"
  case $name in
    fuzz_figure_json | fuzz_scene_json) format=json ;;
    fuzz_recording | fuzz_backup) find "$root/tests/session/data" -name "*${name#fuzz_}*.json" -exec cp -n {} "$corpus" \; ; return ;;
    fuzz_mesh) # the first byte of a seed chooses the format
      number=0
      for format in stl obj dae gltf glb; do
        for file in "$root"/models/*/meshes/*.$format; do
          [ ! -f "$file" ] || { printf "\\x$number" && cat "$file"; } >"$corpus/$(basename "$file")"
        done
        number=$((number + 1))
      done
      return
      ;;
    *) format=${name#fuzz_} ;;
  esac
  find "$root/models" "$root/scenes" "$root/examples" "$root/tests/files" -name "*.$format" -size -40k -exec cp -n {} "$corpus" \;
}

found=$root/build/fuzz/found
mkdir -p "$found"
failed=
for name in "${names[@]}"; do
  corpus=$root/build/fuzz/corpus/$name
  mkdir -p "$corpus"
  seeds "$name" "$corpus"
  say "fuzzing $name for $seconds seconds (build/fuzz/$name.log)"
  # A timeout is of the clock: the machine may be shared with other fuzzers.
  "$root/build/fuzz/fuzz/$name" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=100 -artifact_prefix="$found/$name-" \
    "$corpus" >"$root/build/fuzz/$name.log" 2>&1 || failed+=" $name"
  tail -n 1 "$root/build/fuzz/$name.log" >&2
done
[ -z "$failed" ] || fail "found something:$failed; see build/fuzz/found, and add what it is to the tests"
say "nothing found"
