// SPDX-License-Identifier: Apache-2.0
// Some sources can only be read by a compiler that knows what comes later. Clang's first reading fails and says where; the
// next one is told.
#pragma once

#include <string_view>

namespace riffle::front {

/// A message of a reading that failed, and whom it tells its place.
struct Sign {
  std::string_view text;    ///< how the message begins, behind its place
  std::string_view end;     ///< how it ends
  std::string_view part;    ///< the part of the front that is told
  std::string_view prefix;  ///< in front of the place
  std::string_view error;   ///< it counts if a message has this too
  bool has_column = false;  ///< as the place has, FILE:LINE:COLUMN
};

inline constexpr std::string_view kTokensPart = "riffle_tokens";
inline constexpr std::string_view kTextPart = "riffle_text";
inline constexpr std::string_view kSpacesPart = "riffle_execution_spaces";

/// A compilation that has been told something may come further, and find more.
inline constexpr int kMostLooks = 8;

inline constexpr Sign kSigns[] = {
    // A template's body, of a class that is completed later (token_stream.cpp).
    {"error: member access into incomplete type", "", kTokensPart, "", ""},
    // A function that a later declaration gives to the device, or to the host (execution_spaces.cpp).
    {"note: declared here without __device__", "", kSpacesPart, "",
     "call to __host__ function from __"},
    {"note: declared here without __host__", "", kSpacesPart, "", ""},
    // A device function that host code names (execution_spaces.cpp).
    {"note: candidate function", "call to __device__ function from __host__ function", kSpacesPart,
     "host:", ""},
    {"note: candidate template ignored", "call to __device__ function from __host__ function",
     kSpacesPart, "host:", ""},
    {"note: '", "' declared here", kSpacesPart, "host:", "' in __host__ function"},
    {"note: '", "' declared here", kSpacesPart, "host:", "' in __host__ __device__ function"},
    // An explicit instantiation of what device code cannot be made of (explicit_instantiation.cpp).
    {"note: in instantiation of", "requested here", kTokensPart,
     "drop:", "error: reference to __host__ function"},
    // A member that is a template, without the keyword (template_names.cpp).
    {"error: missing 'template' keyword prior to dependent template name", "", kTextPart,
     "name:", "", true},
    {"error: use 'template' keyword to treat", "as a dependent template name", kTextPart,
     "type:", "", true},
    {"error: reference to overloaded function could not be resolved", "", kTextPart, "name:", "",
     true},
    {"error: reference to non-static member function must be called", "", kTextPart, "name:", "",
     true},
};

/// For programs of NVRTC alone, which have no host compiler: names that a template's body looks for in a namespace, and that are
/// not there, matter when the body is instantiated.
inline constexpr Sign kRunTimeSigns[] = {
    {"error: no member named '", "'", kTokensPart, "", "' in namespace '"},
};

inline bool is_shown_by(const Sign& sign, std::string_view message) {
  return message.starts_with(sign.text) && message.ends_with(sign.end);
}

}  // namespace riffle::front
