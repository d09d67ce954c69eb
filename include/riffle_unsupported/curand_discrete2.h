// SPDX-License-Identifier: Apache-2.0
// Stands in front of another toolkit's header of this name, which Riffle could not use.
#error "Riffle: curand_discrete2.h is not supported yet"
