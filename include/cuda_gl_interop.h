// SPDX-License-Identifier: Apache-2.0
// OpenGL's objects in CUDA. There is no graphics device to share them with: every call returns
// cudaErrorNotSupported. Programs that can also work without a window compile with these names.
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include <GL/gl.h>
#include <cuda_runtime_api.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};

enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

RIFFLE_API cudaError_t CUDARTAPI cudaGLGetDevices(unsigned int* count, int* devices,
                                                  unsigned int capacity,
                                                  enum cudaGLDeviceList list);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsGLRegisterImage(struct cudaGraphicsResource** resource,
                                                             GLuint image, GLenum target,
                                                             unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(
    struct cudaGraphicsResource** resource, GLuint buffer, unsigned int flags);

RIFFLE_API cudaError_t CUDARTAPI cudaGLSetGLDevice(int device) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGLRegisterBufferObject(GLuint buffer) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGLMapBufferObject(void** ptr,
                                                       GLuint buffer) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGLUnmapBufferObject(GLuint buffer) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGLUnregisterBufferObject(GLuint buffer) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags)
    RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI
cudaGLMapBufferObjectAsync(void** ptr, GLuint buffer, cudaStream_t stream) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream)
    RIFFLE_API_DEPRECATED;

#ifdef __cplusplus
}
#endif

#endif  // __CUDA_GL_INTEROP_H__
