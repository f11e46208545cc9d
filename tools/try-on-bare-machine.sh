#!/usr/bin/env bash
# tools/try-on-bare-machine.sh [run]: does a new user's first minute work?
#
# Makes a minimal Debian 12 (debootstrap) in which nothing but git was added, clones the HEAD commit into it, and runs
#   ./run info models/elephant.json
#   ./test
# there, saying how long each took; with `run`, only the first. Needs root, debootstrap and the network. Uncommitted
# changes are not tried.
#
# DEBIAN_MIRROR (http://deb.debian.org/debian) is where packages come from; the base system is kept in
# build/bare-machine/base.tar, so that a second try starts sooner: delete it to make it anew. KEEP=1 keeps the machine.
set -eu
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
case $* in
  "") with_tests=1 ;;
  run) with_tests= ;;
  *) fail "unknown argument '$*'; it is $0 or $0 run" ;;
esac
work=$root/build/bare-machine
machine=$work/machine
base=$work/base.tar

[ "$(id -u)" -eq 0 ] || fail "making a machine needs root; run: sudo $0"
command -v debootstrap >/dev/null || fail "debootstrap is missing; run: apt-get install debootstrap"
if [ -n "$(git -C "$root" status --porcelain --untracked-files=no)" ]; then
  say "uncommitted changes are not part of the trial"
fi

mounted=()
clean_up() {
  local i
  for ((i = ${#mounted[@]} - 1; i >= 0; i--)); do
    umount "${mounted[i]}" || umount -l "${mounted[i]}" || true
  done
  mounted=()
  # Never delete through a mount that could not be removed.
  if [ "${KEEP:-0}" != 1 ] && ! grep -qF " $machine/" /proc/mounts; then
    rm -rf --one-file-system "$machine"
  fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM

attach() { # attach TYPE SOURCE FOLDER [OPTIONS]: mounts into the machine, to be undone at the end
  mount -t "$1" ${4:+-o "$4"} "$2" "$machine/$3"
  mounted+=("$machine/$3")
}

seconds() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(seconds)" 'BEGIN { printf "%.1f s", b - a }'; }

grep -qF " $machine/" /proc/mounts && fail "a trial is under way, or an earlier one left mounts in $machine; umount them"
rm -rf --one-file-system "$machine"
mkdir -p "$machine"
start=$(seconds)
if [ -f "$base" ]; then
  tar -C "$machine" -xf "$base"
  say "base system unpacked in $(since "$start")"
else
  say "making a base system from $mirror"
  debootstrap --variant=minbase --include=git,ca-certificates bookworm "$machine" "$mirror" >"$work/debootstrap.log" 2>&1 ||
    fail "debootstrap failed; see $work/debootstrap.log"
  rm -rf "$machine"/var/cache/apt/archives/*.deb "$machine"/var/lib/apt/lists/*
  tar -C "$machine" -cf "$base.part" . && mv "$base.part" "$base"
  say "base system made in $(since "$start")"
fi

attach proc proc proc
attach tmpfs tmpfs tmp mode=1777
attach tmpfs tmpfs dev/shm mode=1777
attach devpts devpts dev/pts newinstance,ptmxmode=0666,mode=620
# How this machine reaches the network: its name servers, and a proxy where one is set.
cp -L /etc/resolv.conf "$machine/etc/resolv.conf"
network=()
for name in http_proxy https_proxy no_proxy; do
  [ -z "${!name:-}" ] || network+=("$name=${!name}")
done

# inside COMMAND: as a new user's shell would, in a machine that knows nothing of this one's environment.
inside() {
  env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${network[@]}" \
    chroot "$machine" /bin/bash -c "cd /root && $1"
}
attempt() { # attempt NAME COMMAND
  local began
  began=$(seconds)
  say "---- $1"
  inside "$2" || fail "'$1' failed on the bare machine after $(since "$began")"
  took+=("$(printf '%-42s %s' "$1" "$(since "$began")")")
}
took=()

commit=$(git -C "$root" rev-parse HEAD)
git -C "$root" bundle create --quiet "$machine/root/limber.bundle" HEAD
inside "git -c advice.detachedHead=false clone --quiet limber.bundle limber" || fail "git clone failed on the bare machine"

attempt "./run info models/elephant.json" "cd limber && ./run info models/elephant.json"
attempt "the same again" "cd limber && ./run info models/elephant.json >/dev/null"
if [ -n "$with_tests" ]; then
  attempt "./test" "cd limber && ./test"
  attempt "the same again " "cd limber && ./test >/dev/null"
fi
inside "cd limber && git status --porcelain" | grep . && fail "the trial left files that git does not ignore"

printf '\nlimber: commit %s on a bare machine with %s cores:\n' "${commit:0:12}" "$(nproc)"
printf '  %s\n' "${took[@]}"
