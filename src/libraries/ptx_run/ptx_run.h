// SPDX-License-Identifier: Apache-2.0
// libgpuocelot.so: the one C function by which programs hand PTX to GPU Ocelot, answered by Riffle.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Runs the kernel of `ptx` once and returns when it has finished.
///
/// `ptx` is the text of a module with one kernel, ended by a zero byte. `arguments[i]` is the value of parameter i, not its
/// address: a pointer, or a number in the low bytes of the word. `argument_count` must be the kernel's number of
/// parameters, and no parameter may be larger than 8 bytes. Extents are in threads and blocks, `shared_bytes` is dynamic
/// shared memory in bytes. Memory may be any of the process. Thread-safe. A module's text is compiled once per process.
///
/// Returns 0, or the CUresult of the step that failed, after one line about it on standard error.
__attribute__((visibility("default"))) int ptx_run(const char* ptx, int argument_count,
                                                   void** arguments, int block_x, int block_y,
                                                   int block_z, int grid_x, int grid_y, int grid_z,
                                                   int shared_bytes);

#ifdef __cplusplus
}
#endif
