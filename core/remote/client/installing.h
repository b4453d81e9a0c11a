#pragma once

#include <filesystem>

#include "base/progress.h"
#include "remote/ssh/remote_command.h"
#include "remote/ssh/ssh_child.h"

namespace stepvault {

/// The program to copy to another machine: the one-file build of this version beside this program or in
/// ../lib/stepvault, else the command beside this program.
std::filesystem::path program_to_install();

/// ErrorCode::invalid_argument unless the file is a program for Linux on x86-64.
Status check_program(const std::filesystem::path& program);

/// SHA-256 of a file in hexadecimal digits, by the system's sha256sum. ErrorCode::not_found.
Result<std::string> sha256_of(const std::filesystem::path& file);

/// Copies `program` to the machine by install_arguments(), through ssh without a terminal. Progress counts
/// the bytes sent. The error has the reason that the machine gives.
Status install_there(const RemotePlace& place, const std::filesystem::path& program,
                     const Variables& variables, const JobContext& job);

}  // namespace stepvault
