// SPDX-License-Identifier: Apache-2.0
// Stands in front of another toolkit's header of this name, which Riffle could not use.
#error "Riffle: nv_decode.h is not supported yet"
