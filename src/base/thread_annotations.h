// SPDX-License-Identifier: Apache-2.0
// Names for clang's thread-safety attributes; nothing under other compilers.
#pragma once

#if defined(__clang__)
#define RIFFLE_TSA(x) __attribute__((x))
#else
#define RIFFLE_TSA(x)
#endif

#define RIFFLE_CAPABILITY(x) RIFFLE_TSA(capability(x))
#define RIFFLE_SCOPED_CAPABILITY RIFFLE_TSA(scoped_lockable)
#define RIFFLE_GUARDED_BY(x) RIFFLE_TSA(guarded_by(x))
#define RIFFLE_PT_GUARDED_BY(x) RIFFLE_TSA(pt_guarded_by(x))
#define RIFFLE_REQUIRES(...) RIFFLE_TSA(requires_capability(__VA_ARGS__))
#define RIFFLE_EXCLUDES(...) RIFFLE_TSA(locks_excluded(__VA_ARGS__))
#define RIFFLE_ACQUIRE(...) RIFFLE_TSA(acquire_capability(__VA_ARGS__))
#define RIFFLE_RELEASE(...) RIFFLE_TSA(release_capability(__VA_ARGS__))
#define RIFFLE_TRY_ACQUIRE(...) RIFFLE_TSA(try_acquire_capability(__VA_ARGS__))
#define RIFFLE_RETURN_CAPABILITY(x) RIFFLE_TSA(lock_returned(x))
#define RIFFLE_NO_THREAD_SAFETY_ANALYSIS RIFFLE_TSA(no_thread_safety_analysis)
