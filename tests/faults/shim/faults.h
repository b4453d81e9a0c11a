// Which of the calls that change files below a folder goes wrong, and how: by the environment. Syncs are not
// made: only the shim's own Disk hears of them.
//
//     STEPVAULT_FAULT_ROOT   the folder; nothing happens without it
//     STEPVAULT_FAULT_LOG    a file that gets a line for each call: number, name, path
//     STEPVAULT_FAULT_CALL   the number of the call, from 1, over all threads
//     STEPVAULT_FAULT_DO     before, after: the process ends before or after it; fail: it fails; full: from
//                            it on all calls that take up space fail; end: the power goes as the process
//                            ends, whatever the number
//     STEPVAULT_FAULT_ERRNO  with what fail and full do so
//     STEPVAULT_FAULT_DISK   a folder that gets what the disk holds when the process so ends
//     STEPVAULT_FAULT_LOST   all, contents: what it does not hold
//     STEPVAULT_FAULT_APART  a folder on another disk: nothing is renamed or linked into or out of it
//     STEPVAULT_FAULT_MOVES  short: each read and write moves half of what it could; interrupted: every other
//                            of the calls that a signal can cut off fails with EINTR
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>

#include "disk.h"

namespace stepvault::test {

/// What a call does. Of those that only move bytes none is counted.
enum class Kind { takes_space, changes, moves };

class Faults {
 public:
    /// Those of this process; the shim has no other place for them.
    static Faults& here();
    ~Faults();
    Faults(const Faults&) = delete;
    Faults& operator=(const Faults&) = delete;

    [[nodiscard]] bool concerns(const std::string& path) const;
    /// On two disks.
    [[nodiscard]] bool are_apart(const std::string& a, const std::string& b) const;

 private:
    friend class Call;
    Faults();

    std::string root_;
    std::string apart_;
    std::string moves_;
    std::string action_;
    std::ofstream log_;
    std::unique_ptr<Disk> disk_;
    std::string disk_folder_;
    Lost lost_ = Lost::all;
    std::size_t wanted_ = 0;
    int error_ = 0;
    std::mutex mutex_;  ///< held during each counted call, so that a crash lies between any two
    std::size_t calls_ = 0;
};

/// One call, from before the real one until after it. Calls that it makes itself are real.
class Call {
 public:
    Call(const char* name, Kind kind, const std::string& path);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The error it is to fail with, or 0.
    [[nodiscard]] int error() const { return error_; }
    /// How much of `size` bytes it is to move.
    [[nodiscard]] std::size_t share_of(std::size_t size) const;
    void synced(int descriptor);

    /// Whether this thread is within a Call: what is called then is the shim's own.
    static bool within();
    /// "" where the descriptor has none.
    static std::string path_of(int descriptor);
    static std::string path_in(int folder, const char* path);

 private:
    [[noreturn]] void crash();

    Faults& faults_;
    std::unique_lock<std::mutex> lock_;
    bool concerned_ = false;
    bool crashes_after_ = false;
    bool halves_ = false;
    int error_ = 0;
};

}  // namespace stepvault::test
