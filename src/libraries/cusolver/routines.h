// SPDX-License-Identifier: Apache-2.0
// All that is built, for the entries that the table makes.
#pragma once

#include "libraries/cusolver/any_type.h"
#include "libraries/cusolver/factors.h"
#include "libraries/cusolver/values.h"
