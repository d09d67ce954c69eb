// SPDX-License-Identifier: Apache-2.0
// fmt's functions, compiled into the command: machines that only run Riffle have no libfmt, or one of another version.
#include <fmt/format-inl.h>

// The two templates that its headers declare and do not define for everybody.
template fmt::detail::thousands_sep_result<char> fmt::detail::thousands_sep_impl<char>(
    fmt::detail::locale_ref);
template char fmt::detail::decimal_point_impl<char>(fmt::detail::locale_ref);
