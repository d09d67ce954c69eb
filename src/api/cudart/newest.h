// SPDX-License-Identifier: Apache-2.0
// A structure of an earlier form on its way to the newest one.
#pragma once

#include <cstddef>
#include <cstring>

namespace riffle::api::cudart {

/// A structure that lives as long as the call; no structure for null.
template <class To>
class Newest {
 public:
  Newest() = default;
  explicit Newest(const To& value) : value_(value), is_reported_(true) {}
  operator const To*() const {  // NOLINT(google-explicit-constructor): it stands for the argument
    return is_reported_ ? &value_ : nullptr;
  }

 private:
  To value_ = {};
  bool is_reported_ = false;
};

/// Of a structure whose earlier form was its first `kBytes`.
template <std::size_t kBytes, class To>
[[nodiscard]] Newest<To> grown(const To* given) {
  static_assert(kBytes < sizeof(To));
  if (given == nullptr) return {};
  To value = {};
  std::memcpy(&value, static_cast<const void*>(given), kBytes);
  return Newest<To>(value);
}

}  // namespace riffle::api::cudart
