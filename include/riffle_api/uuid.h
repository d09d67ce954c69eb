// SPDX-License-Identifier: Apache-2.0
// The 16 bytes that identify a device. Shared with the driver API, hence the guard of its name.
#ifndef RIFFLE_API_UUID_H
#define RIFFLE_API_UUID_H

#ifndef CU_UUID_HAS_BEEN_DEFINED
#define CU_UUID_HAS_BEEN_DEFINED
struct CUuuid_st {
  char bytes[16];
};
typedef struct CUuuid_st CUuuid;
#endif
typedef struct CUuuid_st cudaUUID_t;

#endif  // RIFFLE_API_UUID_H
