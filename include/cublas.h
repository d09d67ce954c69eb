// SPDX-License-Identifier: Apache-2.0
// Stands in front of another toolkit's header of this name, which Riffle could not use.
#error "Riffle has cuBLAS by cublas_v2.h only, not the interface without handles"
