#!/usr/bin/env bash
# tools/lint.sh [--all]: is the formatting as .clang-format says, do benchmarks, fuzzers and soak/ still compile, and does
# clang-tidy find anything?
# Formatting is checked in every tracked C++ file, clang-tidy runs on the .cpp files that differ from the branch main
# (committed or not), or with --all on every one. To repair formatting: clang-format-14 -i FILE.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root" || exit 1

case ${1:-} in
  '' | --all) ;;
  *) fail "unknown argument '$1'; it is tools/lint.sh or tools/lint.sh --all" ;;
esac

need $packages_build $packages_test $packages_lint
lock
mapfile -t sources < <(git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp')
[ ${#sources[@]} -gt 0 ] || fail "found no C++ files; run this in a clone of the repository"
clang-format-14 --dry-run -Werror "${sources[@]}" ||
  fail "formatting differs from .clang-format; to repair: clang-format-14 -i \$(git ls-files '*.h' '*.cpp')"
say "formatting is right in ${#sources[@]} files"

if [ "${1:-}" = --all ]; then
  mapfile -t chosen < <(printf '%s\n' "${sources[@]}" | grep '\.cpp$')
else
  since=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
  mapfile -t chosen < <({ git diff --name-only --diff-filter=d "$since" -- '*.cpp'
    git ls-files --others --exclude-standard -- '*.cpp'; } | sort -u)
fi
configure lint
cmake "$root/build/lint" >/dev/null || fail "CMake could not configure the lint build; run: cmake --preset lint"

ctest --test-dir "$root/build/lint" -C lint -R '^programs' -j "$(job_count)" --output-on-failure >build/lint/programs.log 2>&1 ||
  { grep -E 'error|warning' build/lint/programs.log | head; fail "a program that ./test does not build does not compile; see build/lint/programs.log"; }
say "benchmarks, fuzzers and soak/ compile"

# Only what is compiled here: benchmarks, fuzzers and the consumer project are not part of this build.
known=()
for file in "${chosen[@]}"; do
  grep -qF "\"$root/$file\"" build/lint/compile_commands.json && known+=("$file")
done
if [ ${#known[@]} -eq 0 ]; then
  say "no changed file for clang-tidy; tools/lint.sh --all looks at every one"
  exit 0
fi
printf '%s\0' "${known[@]}" | xargs -0 -n 1 -P "$(job_count)" \
  clang-tidy-14 -p build/lint --quiet --extra-arg=-Wno-unknown-warning-option 2> >(grep -v 'warnings\? generated' >&2) ||
  fail "clang-tidy found something; the lines above say where"
say "clang-tidy found nothing in ${#known[@]} files"
