#!/usr/bin/env bash
# tools/bits.sh [NAME...]: the same input gives the same bits (docs/decisions/0003). Builds the library with other compilers
# and flags (all of those below, or those named), runs tests/bits with each, and the last line of each says whether it gave
# the hashes written down. "old" processors have no AVX: they are QEMU's Nehalem.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

builds="
gcc-O0    g++        -O0
gcc-O2    g++        -O2
gcc-O3    g++        -O3 -DNDEBUG
gcc-avx2  g++        -O3 -mavx2 -mfma
clang-O2  clang++-14 -O2
clang-O3  clang++-14 -O3 -DNDEBUG
"

known=$(echo $(cut -d ' ' -f 1 <<<"$builds"))
for name in "$@"; do
  [[ " $known " == *" $name "* ]] || fail "there is no build '$name'; there are $known"
done
need $packages_build $packages_test $packages_bits
lock
differs=

# same NAME COMMAND...: runs the tests and says how it went.
same() {
  local name=$1
  shift
  if "$@" >"$root/build/bits/$name.log" 2>&1; then
    say "$name: the same bits"
  else
    say "$name: other bits, see build/bits/$name.log"
    differs+=" $name"
  fi
}

while read -r name compiler flags; do
  [ -n "$name" ] || continue
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  dir=$root/build/bits/$name
  mkdir -p "$dir"
  cmake -S "$root" -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" \
    -DLIMBER_UNITY=ON -DLIMBER_PCH=ON -DLIMBER_BUILD_CLI=OFF -DLIMBER_BUILD_EXAMPLES=OFF >"$dir/configure.log" 2>&1 ||
    fail "CMake could not configure the build $name; see build/bits/$name/configure.log"
  compile "bits/$name" test_bits
  same "$name" "$dir/tests/test_bits"
  [[ $flags == *-mavx2* ]] || same "$name-old" qemu-x86_64 -cpu Nehalem "$dir/tests/test_bits"
done <<<"$builds"

[ -z "$differs" ] || fail "other bits:$differs"
