#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault::cli {

/// A command line with --host: it is not this machine's to parse.
struct RemoteCall {
    enum class Kind { run, install, uninstall };
    Kind kind = Kind::run;
    std::string place;                   ///< see parse_remote_place()
    std::vector<std::string> arguments;  ///< the others, without the program's name
};

/// nullopt without --host. ErrorCode::invalid_argument for --host without a value.
Result<std::optional<RemoteCall>> find_remote_call(int argc, char** argv);

/// Runs the command there, or installs or removes Stepvault. Returns an exit code of this program.
int run_there(const RemoteCall& call);

}  // namespace stepvault::cli
