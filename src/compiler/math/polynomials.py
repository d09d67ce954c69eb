#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The polynomials of code/*.h: minimax fits by Remez's exchange, coefficients rounded to the nearest. Prints each with
its largest weighted error.

  polynomials.py [NAME...]
"""
import sys

from mpmath import (asin, atan, atanh, besselj, besseljzero, bessely, besselyzero, cos, diff, erf, erfc, exp, expm1, fabs,
                    ldexp, log, log1p, lu_solve, matrix, mp, mpf, nstr, pi, sin, sinh, sqrt, tan, tanh)

mp.prec = 160


def remez(function, powers, low, high, weight):
    """Coefficients that make max |weight * (function - polynomial)| least, and that maximum."""
    count = len(powers)
    # Without the middle and the ends: 0 is where weights vanish.
    size = 40 * count
    grid = [(low + high) / 2 - (high - low) / 2 * cos(pi * (i + mpf("0.47")) / size) for i in range(size)]
    values = [function(x) for x in grid]
    weights = [weight(x) for x in grid]
    points = [round(i * (len(grid) - 1) / count) for i in range(count + 1)]
    for _ in range(12):
        a = matrix(count + 1, count + 1)
        b = matrix(count + 1, 1)
        for row, i in enumerate(points):
            for column, power in enumerate(powers):
                a[row, column] = weights[i] * grid[i] ** power
            a[row, count] = (-1) ** row
            b[row] = weights[i] * values[i]
        solution = lu_solve(a, b)
        found = [solution[j] for j in range(count)]
        errors = [w * (v - sum(c * x ** p for c, p in zip(found, powers)))
                  for x, v, w in zip(grid, values, weights)]
        runs = []  # the extreme of each run of one sign
        for i, error in enumerate(errors):
            if runs and (errors[runs[-1]] > 0) == (error > 0):
                if fabs(error) > fabs(errors[runs[-1]]):
                    runs[-1] = i
            else:
                runs.append(i)
        while len(runs) > count + 1:
            runs.pop(0 if fabs(errors[runs[0]]) < fabs(errors[runs[-1]]) else -1)
        if len(runs) < count + 1:
            break
        settled = runs == points
        points = runs
        if settled:
            break
    return found, max(fabs(e) for e in errors)


def rounded(x, bits):
    if x == 0:
        return x
    exponent = mp.frexp(x)[1]
    return ldexp(mp.nint(ldexp(x, bits - exponent)), exponent - bits)


def fit(function, powers, low, high, weight, bits):
    """`bits`: of each coefficient's significand, or a list."""
    low, high = mpf(low), mpf(high)
    bits = bits if isinstance(bits, list) else [bits] * len(powers)
    found, _ = remez(function, powers, low, high, weight)
    found = [rounded(c, b) for c, b in zip(found, bits)]
    grid = [low + (high - low) * (i + mpf("0.37")) / 3000 for i in range(3000)]
    error = max(fabs(weight(x) * (function(x) - sum(c * x**p for c, p in zip(found, powers)))) for x in grid)
    return found, error


def literal(x, is_float):
    text = float(x).hex()
    head, tail = text.split("p")
    head = head.rstrip("0").rstrip(".") if "." in head else head
    return head + "p" + tail + ("f" if is_float else "")


def away(f, at_zero):
    """f, which is 0/0 at 0."""
    return lambda x: mpf(at_zero) if x == 0 else f(x)


HALF_LN2 = log(2) / 2 * mpf("1.002")
THIRD = mpf(1) / 3
QUARTER = pi / 4 * mpf("1.001")
LN2, LN10 = log(2), log(10)


def log_tail(f):
    return (log1p(f) - f + f * f / 2) / f ** 3


def erfcx(x):
    return exp(x * x) * erfc(x)


# name: Bessel function, its zero, how far from it, how many coefficients
ZEROS = {
    "j0_2.4": (lambda x: besselj(0, x), besseljzero(0, 1), "0.6", 15),
    "j0_5.5": (lambda x: besselj(0, x), besseljzero(0, 2), "0.9", 15),
    "j1_3.8": (lambda x: besselj(1, x), besseljzero(1, 1), "0.75", 16),
    "j1_7.0": (lambda x: besselj(1, x), besseljzero(1, 2), "1", 16),
    "y0_0.9": (lambda x: bessely(0, x), besselyzero(0, 1), "0.25", 20),
    "y0_4.0": (lambda x: bessely(0, x), besselyzero(0, 2), "0.75", 20),
    "y0_7.1": (lambda x: bessely(0, x), besselyzero(0, 3), "1", 20),
    "y1_2.2": (lambda x: bessely(1, x), besselyzero(1, 1), "0.6", 21),
    "y1_5.4": (lambda x: bessely(1, x), besselyzero(1, 2), "0.95", 21),
}

# name: function, powers, interval, weight, bits
FITS = {
    # e^r = 1 + r + r^2 q
    "exp_float": (away(lambda r: (exp(r) - 1 - r) / r**2, 0.5), [0, 1, 2, 3, 4], -HALF_LN2, HALF_LN2,
                  lambda r: r * r / exp(r), 24),
    # 2^r = 1 + r q
    "exp2_float": (away(lambda r: (2**r - 1) / r, LN2), [0, 1, 2, 3, 4, 5], -0.5005, 0.5005, lambda r: r / 2**r, 24),
    # log(1 + f) = f - f^2/2 + f^3 p
    "log_float": (away(log_tail, mpf(1) / 3), list(range(8)), -THIRD, THIRD,
                  lambda f: 1 if f == 0 else f**3 / log1p(f), 24),
    "log_fast": (away(log_tail, mpf(1) / 3), list(range(7)), -THIRD, THIRD,
                 lambda f: 1 if f == 0 else f**3 / log1p(f), 24),
    # sin r = r + r^3 p(r^2), cos r = 1 - r^2/2 + r^4 p(r^2), tan r = r + r^3 p(r^2)
    "sin_float": (away(lambda r: (sin(r) - r) / r**3, mpf(-1) / 6), [0, 2, 4], 0, QUARTER,
                  lambda r: 1 if r == 0 else r**3 / sin(r), 24),
    "cos_float": (away(lambda r: (cos(r) - 1 + r * r / 2) / r**4, mpf(1) / 24), [0, 2, 4], 0, QUARTER,
                  lambda r: r**4 / cos(r), 24),
    "tan_float": (away(lambda r: (tan(r) - r) / r**3, mpf(1) / 3), [0, 2, 4, 6, 8, 10], 0, QUARTER,
                  lambda r: 1 if r == 0 else r**3 / tan(r), 24),
    # 2^r, e^r = 1 + r + r^2 q, log2(1 + f) = f p in double for results in float
    "exp2_wide": (lambda r: mpf(2)**r, list(range(8)), -0.5005, 0.5005, lambda r: 1 / mpf(2)**r, 53),
    "exp_wide": (away(lambda r: (exp(r) - 1 - r) / r**2, 0.5), list(range(6)), -HALF_LN2, HALF_LN2,
                 lambda r: r * r / exp(r), 53),
    "log2_wide": (away(lambda f: log1p(f) / f / LN2, 1 / LN2), list(range(14)), -THIRD, THIRD,
                  lambda f: LN2 if f == 0 else f / log1p(f), 53),
    # atan x = x + x^3 p(x^2), asin x = x + x^3 p(x^2)
    "atan_float": (away(lambda x: (atan(x) - x) / x**3, mpf(-1) / 3), list(range(0, 16, 2)), 0, 1,
                   lambda x: x**3 / atan(x), 24),
    "asin_float": (away(lambda x: (asin(x) - x) / x**3, mpf(1) / 6), list(range(0, 12, 2)), 0, 0.5605,
                   lambda x: x**3 / asin(x), 24),
    # tanh x = x + x^3 p(x^2), sinh x = x + x^3 p(x^2)
    "tanh_float": (away(lambda x: (tanh(x) - x) / x**3, mpf(-1) / 3), list(range(0, 10, 2)), 0, 0.5501,
                   lambda x: x**3 / tanh(x), 24),
    "sinh_float": (away(lambda x: (sinh(x) - x) / x**3, mpf(1) / 6), list(range(0, 8, 2)), 0, 1,
                   lambda x: x**3 / sinh(x), 24),
    # erf x = x + x p(x^2); 1 - erf x = e^p(x) for 1 <= x <= 4; e^(x^2) erfc(x) = 2^21 p(t) / (1 + x), t = (x - 1) / (x + 1),
    # for 0.6 <= x <= 10.5
    "erf_float": (away(lambda x: erf(x) / x - 1, 2 / sqrt(pi) - 1), list(range(0, 14, 2)), 0, 1, lambda x: x / erf(x), 24),
    "erfc_tail_float": (lambda x: log(erfc(x)), list(range(8)), 1, 4, lambda x: erfc(x) / erf(x), 24),
    "erfcx_float": (lambda t: ldexp(erfcx((1 + t) / (1 - t)) * (1 + (1 + t) / (1 - t)), -21), list(range(10)), -0.25, mpf(95) / 115,
                    lambda t: 1 / ldexp(erfcx((1 + t) / (1 - t)) * (1 + (1 + t) / (1 - t)), -21), 24),
    # (1 - e)^(-1/2) = 1 + e q; e as it comes from the first estimate in root.h
    "rsqrt_float": (away(lambda e: (1 / sqrt(1 - e) - 1) / e, 0.5), [0, 1, 2, 3], "0.0009", "0.1196",
                    lambda e: e * sqrt(1 - e), 24),
    # the same in double
    "exp_double": (away(lambda r: (exp(r) - 1 - r) / r**2, 0.5), list(range(10)), -HALF_LN2, HALF_LN2,
                   lambda r: r * r / exp(r), 53),
    # e^r = 1 + r + r^2/2 + r^3 q
    "expm1_double": (away(lambda r: (expm1(r) - r - r * r / 2) / r**3, mpf(1) / 6), list(range(10)), -HALF_LN2, HALF_LN2,
                     lambda r: r**3 / expm1(r), 53),
    "exp2_double": (away(lambda r: (mpf(2)**r - 1) / r, LN2), list(range(12)), -0.5005, 0.5005,
                    lambda r: r / mpf(2)**r, 53),
    "log_double": (away(log_tail, mpf(1) / 3), list(range(20)), -THIRD, THIRD,
                   lambda f: 1 if f == 0 else f**3 / log1p(f), 53),
    "tan_double": (away(lambda r: (tan(r) - r) / r**3, mpf(1) / 3), list(range(0, 28, 2)), 0, QUARTER,
                   lambda r: 1 if r == 0 else r**3 / tan(r), 53),
    "atan_double": (away(lambda x: (atan(x) - x) / x**3, mpf(-1) / 3), list(range(0, 22, 2)), 0, "0.4143",
                    lambda x: x**3 / atan(x), 53),
    "asin_double": (away(lambda x: (asin(x) - x) / x**3, mpf(1) / 6), list(range(0, 26, 2)), 0, "0.5001",
                    lambda x: x**3 / asin(x), 53),
    "sinh_double": (away(lambda x: (sinh(x) - x) / x**3, mpf(1) / 6), list(range(0, 14, 2)), 0, 1,
                    lambda x: x**3 / sinh(x), 53),
    # erf x = x + x p(x^2); 1 - erf x = e^p(x - 1) for 1 <= x <= 6; e^(x^2) erfc(x) = p(t) / (1 + 2 x), t = (x - 3) / (x + 3)
    "erf_double": (away(lambda x: erf(x) / x - 1, 2 / sqrt(pi) - 1), list(range(0, 24, 2)), 0, 1, lambda x: 1, 53),
    "erfc_tail_double": (lambda s: log(erfc(1 + s)), list(range(18)), 0, 5, lambda s: erfc(1 + s) / erf(1 + s), 53),
    "erfcx_double": (lambda t: erfcx(3 * (1 + t) / (1 - t)) * (1 + 6 * (1 + t) / (1 - t)), list(range(21)), -0.58,
                     mpf(243) / 303, lambda t: 1 / (erfcx(3 * (1 + t) / (1 - t)) * (1 + 6 * (1 + t) / (1 - t))), 53),
    # atanh s = s (1 + s^2 (1/3 + s^2 (1/5 + s^2 p(s^2))))
    "atanh_pair": (away(lambda t: (atanh(sqrt(t)) / sqrt(t) - 1 - t / 3 - t * t / 5) / t**3, mpf(1) / 7), list(range(8)),
                   0, "0.0401", lambda t: t**3, 53),
    "sin_double": (away(lambda r: (sin(r) - r) / r**3, mpf(-1) / 6), list(range(0, 12, 2)), 0, QUARTER,
                   lambda r: 1 if r == 0 else r**3 / sin(r), 53),
    "cos_double": (away(lambda r: (cos(r) - 1 + r * r / 2) / r**4, mpf(1) / 24), list(range(0, 12, 2)), 0, QUARTER,
                   lambda r: r**4 / cos(r), 53),
}
# f(zero + d) = d p(d)
for name, (f, zero, reach, count) in ZEROS.items():
    slope = diff(f, zero)
    FITS[name] = (away(lambda d, f=f, zero=zero: f(zero + d) / d, slope), list(range(count)), "-" + reach, reach,
                  away(lambda d, f=f, zero=zero: d / f(zero + d), 1 / slope), 53)

if __name__ == "__main__":
    for name in sys.argv[1:] or FITS:
        function, powers, low, high, weight, bits = FITS[name]
        found, error = fit(function, powers, low, high, weight, bits)
        is_float = (max(bits) if isinstance(bits, list) else bits) <= 24
        print(f"{name}: error 2^{nstr(log(error, 2), 4)}")
        if name in ZEROS:
            zero, reach = ZEROS[name][1:3]
            print("    " + ", ".join([literal(zero, False), literal(zero - mpf(float(zero)), False), reach]))
        print("    " + ", ".join(literal(c, is_float) for c in found))
