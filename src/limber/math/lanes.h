#pragma once
// Four numbers at a time, and functions compiled twice: for any x86-64 and for machines with AVX2.
//
// Four is a vector of the compiler, which makes two halves of one where registers are narrower. Element by
// element it rounds as plain numbers do, and sums keep four lanes on every machine: the same bits everywhere
// (docs/decisions/0003).

namespace limber {

using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

#define LIMBER_ALWAYS_INLINE [[gnu::always_inline]] inline

// GCC on x86-64 Linux: the version is chosen when the program starts. The sanitizers cannot be asked that
// early.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LIMBER_TWO_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define LIMBER_TWO_VERSIONS
#endif

// The four numbers from `at` on. A pointer, because clang forgets in a reference that they may lie anywhere.
LIMBER_ALWAYS_INLINE const Four* four(const double* at) {
  return reinterpret_cast<const Four*>(at);
}
LIMBER_ALWAYS_INLINE Four* four(double* at) {
  return reinterpret_cast<Four*>(at);
}

LIMBER_ALWAYS_INLINE double total(const Four& sum) {
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace limber
