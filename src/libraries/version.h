// SPDX-License-Identifier: Apache-2.0
// The parts of a library's version, as each library's ...GetProperty gives them.
#pragma once

#include <library_types.h>

namespace riffle::libraries {

struct Version {
  int major, minor, patch;
};

/// Each library has a status of its own; its success is 0.
template <class Status>
Status give_version_part(libraryPropertyType type, int* value, Version version, Status null_value,
                         Status unknown_type) {
  if (value == nullptr) return null_value;
  switch (type) {
    case MAJOR_VERSION:
      *value = version.major;
      return Status{};
    case MINOR_VERSION:
      *value = version.minor;
      return Status{};
    case PATCH_LEVEL:
      *value = version.patch;
      return Status{};
  }
  return unknown_type;
}

}  // namespace riffle::libraries
