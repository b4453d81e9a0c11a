#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "vault/records/scheme_choice.h"

namespace stepvault::mpi {

enum class Command { save, rebuild, restore, verify };

struct Options {
    Command command = Command::save;
    std::filesystem::path vault = {};
    std::filesystem::path path = {};
    std::string run = {};
    std::optional<std::int64_t> step = {};
    SchemeChoice scheme = {};
    std::string nodes_pattern = {};  ///< empty: only level 4, the vault
    std::uint32_t nodes = 0;         ///< 0: one for each machine
    std::uint32_t group = 4;
    std::uint32_t level = 4;
    std::vector<std::uint32_t> intervals = {};  ///< seconds, for levels 1 to 4; empty: use `level`
    std::vector<std::uint32_t> weights = {};    ///< by rank; empty: equal shares
    bool json = false;
    std::filesystem::path output = {};
    bool force = false;
};

/// Fills in `options`. Returns nullopt if the program should go on, true if it should end because of an
/// error, and false if it should end without one. `speak`: prints help and errors.
std::optional<bool> parse_options(int argc, char** argv, Options& options, bool speak);

}  // namespace stepvault::mpi
