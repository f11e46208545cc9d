# What ./run, ./test and the scripts in tools/ share: install what is missing, configure, build. Sourced by bash.
# Everything said here goes to stderr, so that `./run solve SCENE --json | ...` stays clean.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/tools/packages.sh"

say() { printf 'limber: %s\n' "$*" >&2; }
fail() {
  printf 'limber: %s\n' "$*" >&2
  exit 1
}

# need PACKAGES...: installs the Debian packages that are not there yet.
need() {
  if ! command -v dpkg-query >/dev/null; then
    return 0 # not a Debian: CMake will name what it misses
  fi
  local missing=() package installed
  installed=$(dpkg-query -W -f '${db:Status-Status}:${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    case $'\n'"$installed"$'\n' in
      *$'\n'"installed:$package"$'\n'*) ;;
      *) missing+=("$package") ;;
    esac
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "some packages are missing; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  mkdir -p "$root/build"
  local log=$root/build/install.log
  say "installing ${missing[*]} (details in build/install.log)"
  : >"$log"
  # The lists of a fresh machine are missing or old. Offline, what is in the cache may still do: so no stop here.
  "${as_root[@]}" apt-get update >>"$log" 2>&1 || say "apt-get update failed; trying with the package lists there are"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
    >>"$log" 2>&1 </dev/null || {
    tail -n 5 "$log" >&2
    fail "could not install packages; see build/install.log, then run: apt-get update && apt-get install ${missing[*]}"
  }
}

# need_node: Node.js 18 or newer and npm, for the studio's page: those on the PATH wherever they come from, else Debian's.
need_node() {
  if command -v node >/dev/null && command -v npm >/dev/null &&
    [ "$(node -p "process.versions.node.split('.')[0]" 2>/dev/null || echo 0)" -ge 18 ]; then
    return 0
  fi
  need $packages_studio
}

job_count() { printf '%s' "${LIMBER_JOBS:-$(nproc 2>/dev/null || echo 2)}"; }

# configure PRESET: runs CMake when the build folder is new, was made elsewhere, or the presets changed. Anything else
# that needs a new configuration (a CMakeLists.txt, a new source file) is noticed by ninja itself.
configure() {
  local preset=$1 dir=$root/build/$1 fresh=()
  if [ -f "$dir/.configured" ] && [ -f "$dir/build.ninja" ] && [ ! "$root/CMakePresets.json" -nt "$dir/.configured" ] &&
    [ "$(cat "$dir/.configured")" = "$root" ]; then
    return 0
  fi
  if [ -f "$dir/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  mkdir -p "$dir"
  say "configuring the $preset build"
  (cd "$root" && cmake "${fresh[@]}" --preset "$preset") >"$dir/configure.log" 2>&1 || {
    grep -A 12 '^CMake Error' "$dir/configure.log" >&2 || tail -n 20 "$dir/configure.log" >&2
    fail "CMake could not configure the $preset build; see build/$preset/configure.log"
  }
  printf '%s\n' "$root" >"$dir/.configured"
}

# compile PRESET [TARGETS...]: builds, silently if there is nothing to do, else with one line of progress.
compile() {
  local preset=$1 dir=$root/build/$1 status
  shift
  NINJA_STATUS='[%f/%t] ' ninja -C "$dir" -j "$(job_count)" "$@" 2>&1 </dev/null | show_progress "$preset"
  status=${PIPESTATUS[0]}
  [ "$status" -eq 0 ] || fail "the $preset build failed; what went wrong is above; to repeat: ninja -C build/$preset"
}

# Reads ninja's output. The steps share one line of a terminal; elsewhere a line is written every 15 seconds. What the
# compiler says is passed through.
show_progress() {
  local line started='' tty='' next=0 command=''
  [ -t 2 ] && tty=1
  while IFS= read -r line; do
    if [ -n "$command" ]; then # the line after FAILED: is the command, a kilobyte of flags
      command=
      continue
    fi
    case $line in
      'FAILED: '*) command=1 ;;&
      'ninja: Entering directory'* | 'ninja: no work to do.' | '-- '* | *'Re-checking globbed directories'*) ;;
      '['*/*']'*)
        if [ -n "$tty" ]; then
          printf '\r\033[K%.*s' "${COLUMNS:-78}" "building ($1) $line" >&2
        elif [ "$SECONDS" -ge "$next" ]; then
          say "building ($1) $line"
          next=$((SECONDS + 15))
        fi
        started=1
        ;;
      *)
        [ -n "$tty" ] && [ -n "$started" ] && printf '\r\033[K' >&2
        printf '%s\n' "$line" >&2
        ;;
    esac
  done
  [ -n "$tty" ] && [ -n "$started" ] && printf '\r\033[K' >&2
  return 0
}

# lock: one build at a time in this checkout; held until the script ends or replaces itself.
lock() {
  command -v flock >/dev/null || return 0
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  flock -n 9 || {
    say "waiting for another build in this folder"
    flock 9
  }
}
unlock() { exec 9>&-; }
