// Environment variables select which of the calls that change files below a folder fails, and how. Nothing
// is really synced: only the shim's own Disk records syncs.
//
//     STEPVAULT_FAULT_ROOT   the folder; without it the shim does nothing
//     STEPVAULT_FAULT_LOG    a file that gets a line for each call: number, name, path
//     STEPVAULT_FAULT_CALL   the number of the call, from 1, over all threads
//     STEPVAULT_FAULT_DO     before, after: the process ends before or after the call; fail: the call fails;
//                            full: from this call on all calls that take up space fail; end: the power goes
//                            when the process ends, whatever the number
//     STEPVAULT_FAULT_ERRNO  the error of fail and full
//     STEPVAULT_FAULT_DISK   a folder that gets the disk's contents when a fault ends the process
//     STEPVAULT_FAULT_LOST   all, contents: what the disk loses then
//     STEPVAULT_FAULT_APART  a folder on another disk: renames and links into or out of it fail
//     STEPVAULT_FAULT_MOVES  short: each read and write moves half of its bytes; interrupted: every second
//                            call that a signal can interrupt fails with EINTR
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>

#include "disk.h"

namespace stepvault::test {

/// The effect of a call. Calls of kind `moves` (they only move bytes) are not counted.
enum class Kind { takes_space, changes, moves };

class Faults {
 public:
    /// The faults of this process: the shim has no other place for them.
    static Faults& here();
    ~Faults();
    Faults(const Faults&) = delete;
    Faults& operator=(const Faults&) = delete;

    [[nodiscard]] bool concerns(const std::string& path) const;
    /// Whether the two paths are on different disks.
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
    std::mutex mutex_;  ///< held during each counted call, so that a crash happens between two calls
    std::size_t calls_ = 0;
};

/// One call, from before the real call until after it. Calls inside it pass through to libc.
class Call {
 public:
    Call(const char* name, Kind kind, const std::string& path);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The error that the call must fail with, or 0.
    [[nodiscard]] int error() const { return error_; }
    /// How many of `size` bytes the call must move.
    [[nodiscard]] std::size_t share_of(std::size_t size) const;
    void synced(int descriptor);

    /// Whether this thread is within a Call: further calls are then the shim's own.
    static bool within();
    /// "" for a descriptor without a path.
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
