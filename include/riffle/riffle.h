// SPDX-License-Identifier: Apache-2.0
// The whole C++ library: docs/cpp-library.md.
#pragma once

#include <riffle/array.h>
#include <riffle/context.h>
#include <riffle/device.h>
#include <riffle/dim3.h>
#include <riffle/elementwise.h>
#include <riffle/error.h>
#include <riffle/event.h>
#include <riffle/expression.h>
#include <riffle/function.h>
#include <riffle/page_locked.h>
#include <riffle/pipeline.h>
#include <riffle/reduction.h>
#include <riffle/scan.h>
#include <riffle/shape.h>
#include <riffle/source_module.h>
#include <riffle/stream.h>
