#!/usr/bin/env bash
# tools/bench.sh [NAME...] [-- ARGUMENTS]: installs what the benchmarks compare with, builds them and runs those named (all
# without a name). ARGUMENTS go to Google Benchmark: tools/bench.sh -- --benchmark_filter=trunk
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

names=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  names+=("$1")
  shift
done
[ "${1:-}" = -- ] && shift
if [ ${#names[@]} -eq 0 ]; then
  for source in "$root"/benchmarks/*.cpp; do names+=("$(basename "$source" .cpp)"); done
fi

need $packages_build $packages_bench
lock
configure bench
compile bench
unlock
for name in "${names[@]}"; do
  program=$root/build/bench/benchmarks/$name
  [ -x "$program" ] || fail "there is no benchmark '$name'; see benchmarks/"
  "$program" "$@" || fail "benchmark '$name' failed"
done
