# The Debian packages Limber needs: the one list of them. Sourced by tools/setup.sh.
packages_build="g++ cmake ninja-build ccache pkg-config libeigen3-dev nlohmann-json3-dev
  libtinyxml2-dev libstb-dev libgif-dev libpng-dev libjpeg-dev zlib1g-dev libcli11-dev libboost-dev libompl-dev libassimp-dev
  libmujoco-dev"
packages_studio="nodejs npm"
packages_test="libgtest-dev libfcl-dev liblapack-dev liburdfdom-dev libsdformat-dev libglpk-dev"
packages_browser="chromium-headless-shell"
packages_bench="libbenchmark-dev liborocos-kdl-dev libmujoco-dev libdart-dev libfcl-dev liblapack-dev"
packages_fuzz="clang-19 libclang-rt-19-dev"
packages_bits="clang-14 qemu-user"
packages_lint="clang-format-14 clang-tidy-14 libbenchmark-dev"
