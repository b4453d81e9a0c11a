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
    std::string nodes_pattern = {};  ///< empty: no levels but the vault
    std::uint32_t nodes = 0;         ///< 0: one for each machine
    std::uint32_t group = 4;
    std::uint32_t level = 4;
    std::vector<std::uint32_t> intervals = {};  ///< seconds, of levels 1 to 4; empty: `level` holds
    std::vector<std::uint32_t> weights = {};    ///< by rank; empty: all alike
    bool json = false;
    std::filesystem::path output = {};
    bool force = false;
};

/// Fills in `options`. Where there is nothing more to do: whether that is because of an error. `speak`:
/// prints what there is to say.
std::optional<bool> parse_options(int argc, char** argv, Options& options, bool speak);

}  // namespace stepvault::mpi
