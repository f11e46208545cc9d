#!/usr/bin/env bash
# tools/soak.sh [MINUTES [SEED]]: random sessions for so long (10 minutes without a number): drags, edits, undo, obstacles,
# techniques, forces, goals in motion, recordings, several windows, kills and restarts. Checks that nothing is lost, frozen or outside its limits,
# that undo and replay lead to the same bits, and how long answers take. What it finds is kept in build/soak/soak-found
# and fails the script.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

need $packages_build
lock
configure soak
compile soak
unlock
cd "$root/build/soak" && exec ./soak/limber-soak "$@"
