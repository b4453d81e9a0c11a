// A small vault with a file of every kind, for tests that flip its bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "library/services/vault_handle.h"

namespace stepvault::test {

struct Flip {
    std::filesystem::path file;  ///< below the vault
    std::uint64_t offset = 0;
    std::uint8_t bits = 0;
};

class FlippedVault {
 public:
    /// Makes the vault in `root`.
    explicit FlippedVault(std::filesystem::path root);

    /// Paths below the vault, sorted by name, with sizes.
    [[nodiscard]] const std::map<std::filesystem::path, std::uint64_t>& files() const { return files_; }

    struct Verdict {
        std::string fault;     ///< "" or what is wrong
        bool noticed = false;  ///< opening or verify reported damage
    };
    /// Checks a copy of the vault with the flip: by reading it, and by writing to it if `goes_on`.
    [[nodiscard]] Verdict judge(const Flip& flip, bool goes_on) const;

 private:
    [[nodiscard]] std::filesystem::path copy() const { return root_ / "copy"; }
    void file(Scheme scheme);
    [[nodiscard]] std::string bytes_of(VaultHandle& library, const std::string& id) const;
    [[nodiscard]] bool is_checked(const Flip& flip) const;
    [[nodiscard]] std::string fault_of_restores(VaultHandle& library, bool noticed) const;
    [[nodiscard]] std::string fault_of_going_on(VaultHandle& library, bool noticed) const;
    static std::string rows_of(VaultHandle& library);

    std::filesystem::path root_;
    std::unique_ptr<VaultHandle> library_;  ///< while the vault is being created
    std::int64_t step_ = 0;
    std::string run_id_;
    std::string entry_;                            ///< in the trash
    std::map<std::string, std::string> restored_;  ///< by id
    std::map<std::string, std::string> removed_;   ///< by id, checkpoints in the trash
    std::string next_;                             ///< a checkpoint that is not filed yet
    std::string rows_;                             ///< of the catalog
    std::map<std::filesystem::path, std::uint64_t> files_;
};

}  // namespace stepvault::test
