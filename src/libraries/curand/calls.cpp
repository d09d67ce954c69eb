// SPDX-License-Identifier: Apache-2.0
// cuRAND's calls: arguments, then the generator's own.
#include <memory>

#include "libraries/curand/entry.h"
#include "libraries/curand/generator.h"
#include "libraries/curand/not_supported.h"
#include "libraries/version.h"

using riffle::curand::Algorithm;
using riffle::curand::Numbers;
using riffle::curand::SequenceRequest;

namespace {

struct Known {
  int type;
  Algorithm algorithm;
};
constexpr Known kKnown[] = {
    {CURAND_RNG_PSEUDO_DEFAULT, Algorithm::kXorwow},
    {CURAND_RNG_PSEUDO_XORWOW, Algorithm::kXorwow},
    {CURAND_RNG_PSEUDO_MRG32K3A, Algorithm::kMrg32k3a},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, Algorithm::kPhilox},
};

curandStatus_t refused_type(int type) {
  switch (type) {
    case CURAND_RNG_TEST:
      return riffle::curand::not_supported("the generator CURAND_RNG_TEST");
    case CURAND_RNG_PSEUDO_MTGP32:
      return riffle::curand::not_supported("the generator CURAND_RNG_PSEUDO_MTGP32");
    case CURAND_RNG_PSEUDO_MT19937:
      return riffle::curand::not_supported("the generator CURAND_RNG_PSEUDO_MT19937");
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return riffle::curand::not_supported("quasirandom generators (Sobol)");
    default:
      return CURAND_STATUS_TYPE_ERROR;
  }
}

// In the exported functions, as `invoke` is.

[[gnu::always_inline]] inline curandStatus_t create(curandGenerator_t* generator, int type,
                                                    bool on_host,
                                                    const char* function = __builtin_FUNCTION()) {
  const auto make = [&] {
    for (const Known& known : kKnown) {
      if (known.type != type) continue;
      auto made = std::make_unique<curandGenerator_st>(known.algorithm, on_host);
      const curandStatus_t status = made->prepare();
      if (status == CURAND_STATUS_SUCCESS) *generator = made.release();
      return status;
    }
    return refused_type(type);
  };
  return invoke(make, function);
}

template <class Body>
[[gnu::always_inline]] inline curandStatus_t with(curandGenerator_t generator, Body body,
                                                  const char* function = __builtin_FUNCTION()) {
  const auto of_generator = [&] {
    return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : body(*generator);
  };
  return invoke(of_generator, function);
}

[[gnu::always_inline]] inline curandStatus_t generate(curandGenerator_t generator,
                                                      const SequenceRequest& request,
                                                      const char* function = __builtin_FUNCTION()) {
  const auto make = [&](curandGenerator_st& g) { return g.generate(request); };
  return with(generator, make, function);
}

}  // namespace

RIFFLE_ENTRY curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, false);
}
RIFFLE_ENTRY curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, true);
}
RIFFLE_ENTRY curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const std::unique_ptr<curandGenerator_st> owned(generator);
  return CURAND_STATUS_SUCCESS;
}

RIFFLE_ENTRY curandGetVersion(int* version) {
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
RIFFLE_ENTRY curandGetProperty(libraryPropertyType type, int* value) {
  return riffle::libraries::give_version_part(
      type, value, {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH},
      CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_OUT_OF_RANGE);
}

RIFFLE_ENTRY curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return with(generator, [&](curandGenerator_st& g) {
    g.stream = stream;
    return CURAND_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                unsigned long long seed) {
  return with(generator, [&](curandGenerator_st& g) { return g.set_seed(seed); });
}
RIFFLE_ENTRY curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return with(generator, [&](curandGenerator_st& g) { return g.set_offset(offset); });
}
RIFFLE_ENTRY curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return with(generator, [&](curandGenerator_st& g) { return g.set_ordering(order); });
}
RIFFLE_ENTRY curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_TYPE_ERROR;
}
RIFFLE_ENTRY curandGenerateSeeds(curandGenerator_t generator) {
  return with(generator, [](curandGenerator_st& g) { return g.generate_seeds(); });
}

RIFFLE_ENTRY curandGenerate(curandGenerator_t generator, unsigned* out, size_t count) {
  return generate(generator, {.numbers = Numbers::kIntegers, .out = out, .count = count});
}
/// Of quasirandom generators of 64 bits alone.
RIFFLE_ENTRY curandGenerateLongLong(curandGenerator_t generator, unsigned long long*, size_t) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_TYPE_ERROR;
}
RIFFLE_ENTRY curandGenerateUniform(curandGenerator_t generator, float* out, size_t count) {
  return generate(generator, {.numbers = Numbers::kUniform, .out = out, .count = count});
}
RIFFLE_ENTRY curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t count) {
  return generate(generator, {.numbers = Numbers::kUniformDouble, .out = out, .count = count});
}
RIFFLE_ENTRY curandGenerateNormal(curandGenerator_t generator, float* out, size_t count, float mean,
                                  float deviation) {
  return generate(generator, {Numbers::kNormal, out, count, mean, deviation});
}
RIFFLE_ENTRY curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                        double mean, double deviation) {
  return generate(generator, {Numbers::kNormalDouble, out, count, mean, deviation});
}
RIFFLE_ENTRY curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t count,
                                     float mean, float deviation) {
  return generate(generator, {Numbers::kLogNormal, out, count, mean, deviation});
}
RIFFLE_ENTRY curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                           double mean, double deviation) {
  return generate(generator, {Numbers::kLogNormalDouble, out, count, mean, deviation});
}
