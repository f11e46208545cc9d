#!/usr/bin/env bash
# tools/screenshots.sh [FOLDER]: opens every scene of the gallery in Chromium and writes a picture of the studio with each
# into FOLDER (out/screenshots), with draw calls and drawing times.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

need $packages_build
need_node
need $packages_browser
lock
configure release
compile release limber_cli limber_studio_program
unlock
folder=$(realpath -m "${1:-$root/out/screenshots}")
cd "$root/web" && node build.mjs --browser && LIMBER=$root/build/release/bin/limber node build/browser/screenshots.mjs "$folder"
