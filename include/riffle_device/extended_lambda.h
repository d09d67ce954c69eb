// SPDX-License-Identifier: Apache-2.0
// nvcc replaces extended lambdas in host code by types of its own, which cannot tell what they return; libraries ask for
// such types and refuse them. Here a lambda has one type on both sides, and every question has its answer.
// They are there without --extended-lambda too.
#pragma once

#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
