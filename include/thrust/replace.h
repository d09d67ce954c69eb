// SPDX-License-Identifier: Apache-2.0
// Stands in front of another toolkit's header of this name, unless a folder with CCCL's is given.
#error "Riffle: thrust/replace.h comes with CCCL, see docs/build-systems.md"
