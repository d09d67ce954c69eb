// SPDX-License-Identifier: Apache-2.0
// What is asked of a communicator, and its end.
#include "libraries/nccl/comm.h"

#include "libraries/nccl/group.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

ncclResult_t null_argument(const char* function, const char* what) {
  return fail(ncclInvalidArgument, std::string(function) + " : " + what + " argument is NULL");
}

void wait_for_worker(ncclComm& comm) {
  if (comm.worker.joinable()) comm.worker.join();
}

void destroy(ncclComm* comm) {
  comm->mark = 0;
  delete comm;
}

ncclResult_t finalize(ncclComm& comm) {
  comm.is_finalized = true;
  return !comm.is_set_up ? ncclSuccess : comm.world->finish(comm.rank);
}

}  // namespace

ncclResult_t check_comm(const ncclComm* comm, const char* function) {
  if (comm == nullptr) return null_argument(function, "comm");
  if (comm->mark != ncclComm::kAlive)
    return fail(ncclInvalidArgument, std::string(function) + " : comm is not a communicator");
  return ncclSuccess;
}

ncclResult_t check_ready(ncclComm* comm, const char* function) {
  RIFFLE_NCCL_TRY(check_comm(comm, function));
  const ncclResult_t state = comm->state;
  if (state == ncclInProgress)
    return fail(ncclInvalidArgument,
                std::string(function) +
                    " : an earlier operation of the communicator is in "
                    "progress; ncclCommGetAsyncError reports when it has finished");
  if (!comm->is_set_up || comm->is_finalized)
    return fail(ncclInvalidArgument,
                std::string(function) + " : the communicator is not set up, or was finalized");
  return ncclSuccess;
}

ncclResult_t comm_count(const ncclComm_t comm, int* count) {
  RIFFLE_NCCL_TRY(check_comm(comm, "CommCount"));
  if (count == nullptr) return null_argument("CommCount", "count");
  RIFFLE_NCCL_TRY(check_ready(comm, "CommCount"));
  *count = comm->size;
  return ncclSuccess;
}

ncclResult_t comm_cu_device(const ncclComm_t comm, int* device) {
  RIFFLE_NCCL_TRY(check_comm(comm, "CommCuDevice"));
  if (device == nullptr) return null_argument("CommCuDevice", "device");
  RIFFLE_NCCL_TRY(check_ready(comm, "CommCuDevice"));
  *device = comm->device;
  return ncclSuccess;
}

ncclResult_t comm_user_rank(const ncclComm_t comm, int* rank) {
  RIFFLE_NCCL_TRY(check_comm(comm, "CommUserRank"));
  if (rank == nullptr) return null_argument("CommUserRank", "rank");
  RIFFLE_NCCL_TRY(check_ready(comm, "CommUserRank"));
  *rank = comm->rank;
  return ncclSuccess;
}

ncclResult_t comm_get_async_error(ncclComm_t comm, ncclResult_t* result) {
  RIFFLE_NCCL_TRY(check_comm(comm, "CommGetAsyncError"));
  if (result == nullptr) return null_argument("CommGetAsyncError", "asyncError");
  *result = comm->state;
  if (*result == ncclSuccess && comm->is_set_up) *result = comm->world->error(comm->rank);
  return ncclSuccess;
}

ncclResult_t comm_finalize(ncclComm_t comm) {
  RIFFLE_NCCL_TRY(note_error(check_ready(comm, "CommFinalize")));
  return note_error(submit_job(comm, [comm] { return finalize(*comm); }));
}

ncclResult_t comm_destroy(ncclComm_t comm) {
  if (comm == nullptr) return ncclSuccess;
  RIFFLE_NCCL_TRY(check_comm(comm, "CommDestroy"));
  wait_for_worker(*comm);
  const ncclResult_t result = comm->is_finalized ? ncclSuccess : finalize(*comm);
  destroy(comm);
  return result;
}

ncclResult_t comm_abort(ncclComm_t comm) {
  if (comm == nullptr) return ncclSuccess;
  RIFFLE_NCCL_TRY(check_comm(comm, "CommAbort"));
  // What is being set up has no world yet that may be looked at.
  comm->meeting.cancel();
  if (comm->is_set_up) comm->world->abort(comm->rank);
  wait_for_worker(*comm);
  if (comm->is_set_up) comm->world->abort(comm->rank);
  destroy(comm);
  return ncclSuccess;
}

}  // namespace riffle::nccl
