#!/usr/bin/env bash
# tools/tsan.sh [FILTER]: builds the tests of threads, batch, session and studio under the thread sanitizer and runs them,
# with a tenth of the random cases; FILTER is one of GoogleTest, as in 'SolveMany.*'. The first finding fails the script;
# build/tsan/tsan-*.log has it. It takes long: the core, the libraries and the server are compiled anew.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

folders=(threads batch session studio)
need $packages_build $packages_test
lock
configure tsan
compile tsan "${folders[@]/#/test_}"
# Where the kernel scatters memory widely, the sanitizer of GCC 12 finds no room for its shadow of it.
plain=()
command -v setarch >/dev/null && setarch "$(uname -m)" -R true 2>/dev/null && plain=(setarch "$(uname -m)" -R)
for folder in "${folders[@]}"; do
  log=$root/build/tsan/tsan-$folder.log
  say "testing $folder (tsan)"
  (cd "$root/build/tsan/tests" && LIMBER_TEST_SCALE=${LIMBER_TEST_SCALE:-0.1} TSAN_OPTIONS=second_deadlock_stack=1 \
    "${plain[@]}" "./test_$folder" --gtest_filter="${1:-*}" >"$log" 2>&1 9>&-) || {
    grep -m 1 -A 40 'WARNING: ThreadSanitizer' "$log" >&2 || tail -n 20 "$log" >&2
    fail "test_$folder failed under the thread sanitizer; see build/tsan/tsan-$folder.log"
  }
  tail -n 2 "$log" >&2
done
say "the thread sanitizer found nothing in ${folders[*]}"
