#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "vault/chain/chain.h"
#include "vault/chain/tip.h"

namespace stepvault {

/// The user's folder for the tips of the vault in `vault`: $XDG_CACHE_HOME/stepvault/<the vault's uuid>, in
/// ~/.cache without that variable. Empty if there is no such place, or the vault's own file cannot be read.
std::filesystem::path tip_cache_folder(const std::filesystem::path& vault);

/// The tips of a vault's runs, outside of the vault. In memory, all tips together take at most a quarter of
/// what is free. A tip beyond that lies in the user's cache, where all tips take at most a tenth of the free
/// disk space, and those longest unused go first. A tip that has room nowhere is not kept. Thread-safe.
class TipStore {
 public:
    enum class Place { memory, cache };

    /// Without a folder there is no cache. Place::cache: nothing is kept in memory.
    explicit TipStore(std::filesystem::path cache = {}, Place place = Place::memory)
        : cache_(std::move(cache)), place_(place) {}

    /// Where tips that are made from now on lie.
    void set_place(Place place);

    /// The tip of that run, for writing; made anew where it does not fit the layout. Null if there is no room
    /// for it.
    std::shared_ptr<Tip> open(const std::string& run_id, const StepLayout& layout);
    /// The tip of that run, for reading; null if there is none for the layout.
    std::shared_ptr<const Tip> find(const std::string& run_id, const StepLayout& layout);
    /// Forgets the tip of that run.
    void drop(const std::string& run_id);

 private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& run_id) const;
    void remove_file(const std::string& run_id) const;
    [[nodiscard]] bool has_memory_for(std::uint64_t bytes) const;
    /// Removes other tips until a file of `bytes` has room. False if it has not even then.
    [[nodiscard]] bool make_room(const std::filesystem::path& file, std::uint64_t bytes) const;

    std::mutex mutex_;
    std::filesystem::path cache_;
    Place place_;
    std::map<std::string, std::shared_ptr<Tip>> in_memory_;  ///< by run
};

/// Lets `chain` read from the tip in the cache, if there is one.
void use_cached_tip(Chain& chain, const std::filesystem::path& vault, const std::string& run_id);

}  // namespace stepvault
