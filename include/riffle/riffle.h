// SPDX-License-Identifier: Apache-2.0
// The whole C++ library: docs/cpp-library.md.
#pragma once

#include <riffle/context.h>
#include <riffle/device.h>
#include <riffle/dim3.h>
#include <riffle/error.h>
#include <riffle/event.h>
#include <riffle/function.h>
#include <riffle/source_module.h>
#include <riffle/stream.h>
