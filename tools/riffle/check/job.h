// SPDX-License-Identifier: Apache-2.0
// `mpirun -n 4 riffle check ./program`: commands that a launcher has started side by side. Their programs' findings go to one file, and
// whoever is the last to leave reports for all.
//
// A rank whose program has failed reports after two seconds, if others still run: launchers end the other ranks then, or these wait for it
// forever. On another machine there is another job.
//
// A rank joins once: commands that run side by side in one rank, as under `srun --pty bash`, report each for itself.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace riffle::tool::check {

class Job {
 public:
  /// Null: not started by a launcher that numbers its processes, one that is not seen, or its rank has joined; or there is no folder.
  static std::unique_ptr<Job> join();
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] std::string findings() const { return folder_ + "/findings"; }
  /// The program has ended. True: this process reports; nobody else leaves meanwhile.
  [[nodiscard]] bool leave(int exit_code);
  /// Whether a report was made of so much of the file.
  [[nodiscard]] bool has_read(std::size_t bytes) const { return reported().bytes == bytes; }
  /// Whether a report had as many findings before; notes that this one has, of so much of the file.
  [[nodiscard]] bool has_reported(std::size_t bytes, std::size_t findings);

 private:
  struct Reported {
    std::size_t bytes = 0;  ///< 0: nothing yet
    std::size_t findings = 0;
  };
  [[nodiscard]] Reported reported() const;
  Job(std::string folder, int door, int members)
      : folder_(std::move(folder)), door_(door), members_(members) {}
  [[nodiscard]] bool is_last();

  const std::string folder_;
  const int door_;     ///< locked by who joins or leaves
  const int members_;  ///< locked, shared, by all that have joined
  bool has_left_ = false;
  bool is_last_ = false;
};

}  // namespace riffle::tool::check
