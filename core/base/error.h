// Errors as values. Every fallible function of core returns Result<T> (result.h); none throws.
#pragma once

#include <string>
#include <string_view>

namespace stepvault {

enum class ErrorCode {
    invalid_argument,  ///< the caller's request makes no sense; nothing was done
    not_found,         ///< no such file, run, step or id
    already_exists,    ///< the output exists and was not to be replaced
    incomplete,        ///< still being written, or cut off
    changed,           ///< the file changed while it was read; try again
    corrupt,           ///< a checksum or a structure is wrong
    unsupported,       ///< a newer version, or a feature this build lacks
    limit,             ///< exceeds a limit against hostile input
    locked,            ///< another process holds the lock
    no_space,          ///< ENOSPC or EDQUOT
    permission,        ///< EACCES, EPERM or EROFS
    io,                ///< any other failure of the operating system
    cancelled,         ///< the stop token was triggered
};

/// `message` is one line without a final full stop: the failure, the place (file and position), and the way
/// out if there is one.
struct Error {
    ErrorCode code = ErrorCode::io;
    std::string message;

    /// The same error with `what` and ": " before the message.
    [[nodiscard]] Error within(std::string_view what) const;
};

/// True where no other way to the same end is worth trying: the caller has cancelled, or there is no space.
[[nodiscard]] inline bool is_final(const Error& error) {
    return error.code == ErrorCode::cancelled || error.code == ErrorCode::no_space;
}

/// Maps errno to a code and writes "action path: reason".
[[nodiscard]] Error system_error(int error_number, std::string_view action, std::string_view path);

}  // namespace stepvault
