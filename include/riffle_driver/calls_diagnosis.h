// SPDX-License-Identifier: Apache-2.0
// Logs, core dumps, checkpoints.
#ifndef RIFFLE_DRIVER_CALLS_DIAGNOSIS_H
#define RIFFLE_DRIVER_CALLS_DIAGNOSIS_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuCoredumpGetAttribute(CUcoredumpSettings attribute, void* value,
                                                          size_t* size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCoredumpGetAttributeGlobal(CUcoredumpSettings attribute,
                                                                void* value, size_t* size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCoredumpSetAttribute(CUcoredumpSettings attribute, void* value,
                                                          size_t* size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCoredumpSetAttributeGlobal(CUcoredumpSettings attribute,
                                                                void* value, size_t* size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGetExportTable(const void** pp_export_table,
                                                    const CUuuid* export_table_id);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLogsRegisterCallback(CUlogsCallback callback_func,
                                                          void* user_data,
                                                          CUlogsCallbackHandle* callback_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLogsUnregisterCallback(CUlogsCallbackHandle callback);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLogsCurrent(CUlogIterator* iterator_out, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLogsDumpToFile(CUlogIterator* iterator,
                                                    const char* path_to_file, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer,
                                                      size_t* size, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCheckpointProcessGetRestoreThreadId(int pid, int* tid);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCheckpointProcessGetState(int pid, CUprocessState* state);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCheckpointProcessLock(int pid, CUcheckpointLockArgs* args);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCheckpointProcessCheckpoint(int pid,
                                                                 CUcheckpointCheckpointArgs* args);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCheckpointProcessRestore(int pid,
                                                              CUcheckpointRestoreArgs* args);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs* args);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_DIAGNOSIS_H
