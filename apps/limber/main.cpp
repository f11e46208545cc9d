// limber: the command line. See docs/cli.md.

#include "commands.h"

int main(int argc, char** argv) {
  return limber::cli::run(argc, argv);
}
