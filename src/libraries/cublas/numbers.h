// SPDX-License-Identifier: Apache-2.0
// The same arithmetic for real and complex numbers.
#pragma once

#include <cuComplex.h>

namespace riffle::cublas {

inline float multiply(float x, float y) { return x * y; }
inline double multiply(double x, double y) { return x * y; }
inline cuComplex multiply(cuComplex x, cuComplex y) { return cuCmulf(x, y); }
inline cuDoubleComplex multiply(cuDoubleComplex x, cuDoubleComplex y) { return cuCmul(x, y); }
inline cuComplex multiply(float x, cuComplex y) { return {x * y.x, x * y.y}; }
inline cuDoubleComplex multiply(double x, cuDoubleComplex y) { return {x * y.x, x * y.y}; }
inline float add(float x, float y) { return x + y; }
inline double add(double x, double y) { return x + y; }
inline cuComplex add(cuComplex x, cuComplex y) { return {x.x + y.x, x.y + y.y}; }
inline cuDoubleComplex add(cuDoubleComplex x, cuDoubleComplex y) { return {x.x + y.x, x.y + y.y}; }
inline bool is_zero(float x) { return x == 0; }
inline bool is_zero(double x) { return x == 0; }
inline bool is_zero(cuComplex x) { return x.x == 0 && x.y == 0; }
inline bool is_zero(cuDoubleComplex x) { return x.x == 0 && x.y == 0; }

inline float conjugate(float x) { return x; }
inline double conjugate(double x) { return x; }
inline cuComplex conjugate(cuComplex x) { return {x.x, -x.y}; }
inline cuDoubleComplex conjugate(cuDoubleComplex x) { return {x.x, -x.y}; }

}  // namespace riffle::cublas
