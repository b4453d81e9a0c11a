#include "vault/chain/tip_store.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/memory_budget.h"
#include "base/paths.h"
#include "base/uuid.h"
#include "vault/records/vault.h"

namespace stepvault {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t share_of_memory = 4;
constexpr std::uint64_t share_of_disk = 10;
constexpr std::string_view tip_suffix = ".tip";

struct CachedTip {
    fs::path path;
    std::uint64_t bytes = 0;
    fs::file_time_type used;
};

/// The cached tips of all vaults.
std::vector<CachedTip> cached_tips(const fs::path& folder) {
    std::vector<CachedTip> tips;
    std::error_code ec;
    for (fs::directory_iterator vault(folder, ec), end; !ec && vault != end; vault.increment(ec)) {
        std::error_code unreadable;
        for (fs::directory_iterator file(vault->path(), unreadable); !unreadable && file != end;
             file.increment(unreadable)) {
            std::error_code gone;
            if (file->path().extension() != tip_suffix) continue;
            const CachedTip tip{file->path(), file->file_size(gone), file->last_write_time(gone)};
            if (!gone) tips.push_back(tip);
        }
    }
    return tips;
}

}  // namespace

fs::path tip_cache_folder(const fs::path& vault) {
    const auto cache = user_cache_folder();
    if (cache.empty()) return {};
    const auto opened = Vault::open(vault, false);
    const auto uuid = opened ? opened->setting("uuid") : opened.error();
    if (!uuid || uuid->size() < 2) return {};
    const auto name = uuid->substr(1, uuid->size() - 2);  // it is quoted
    return is_uuid(name) ? cache / "stepvault" / name : fs::path();
}

void TipStore::set_place(Place place) {
    const std::scoped_lock lock(mutex_);
    place_ = place;
}

fs::path TipStore::file_of(const std::string& run_id) const {
    return cache_ / (run_id + std::string(tip_suffix));
}

void TipStore::remove_file(const std::string& run_id) const {
    if (cache_.empty()) return;
    std::error_code ec;
    fs::remove(file_of(run_id), ec);
}

bool TipStore::has_memory_for(std::uint64_t bytes) const {
    std::uint64_t held = 0;
    for (const auto& [run, tip] : in_memory_)
        held += tip->size();
    return held + bytes <= (available_memory() + held) / share_of_memory;
}

bool TipStore::make_room(const fs::path& file, std::uint64_t bytes) const {
    const auto space = free_space(cache_);
    if (!space) return false;
    auto tips = cached_tips(cache_.parent_path());
    std::erase_if(tips, [&](const CachedTip& tip) { return tip.path == file; });
    std::ranges::sort(tips, {}, &CachedTip::used);
    std::uint64_t held = 0;
    for (const auto& tip : tips)
        held += tip.bytes;
    const auto most = (*space + held) / share_of_disk;
    if (bytes > most) return false;
    for (const auto& tip : tips) {
        if (held + bytes <= most) break;
        std::error_code ec;
        fs::remove(tip.path, ec);
        held -= tip.bytes;
    }
    return true;
}

std::shared_ptr<Tip> TipStore::open(const std::string& run_id, const StepLayout& layout) {
    const std::scoped_lock lock(mutex_);
    if (const auto present = in_memory_.find(run_id); present != in_memory_.end()) {
        if (present->second->fits(layout)) return present->second;
        in_memory_.erase(present);
    }
    const auto bytes = Tip::size_for(layout);
    const auto shared = [](Result<Tip> tip) {
        return tip ? std::make_shared<Tip>(std::move(*tip)) : std::shared_ptr<Tip>();
    };
    if (place_ == Place::memory && has_memory_for(bytes)) {
        auto tip = shared(Tip::in_memory(layout));
        if (tip) in_memory_.emplace(run_id, tip);
        remove_file(run_id);
        return tip;
    }
    if (cache_.empty() || !make_folders(cache_, FileAccess::owner)) return nullptr;
    const auto file = file_of(run_id);
    if (make_room(file, bytes)) return shared(Tip::open(file, layout));
    remove_file(run_id);
    return nullptr;
}

std::shared_ptr<const Tip> TipStore::find(const std::string& run_id, const StepLayout& layout) {
    const std::scoped_lock lock(mutex_);
    if (const auto present = in_memory_.find(run_id); present != in_memory_.end())
        return present->second->fits(layout) ? present->second : nullptr;
    if (cache_.empty()) return nullptr;
    auto tip = Tip::open_existing(file_of(run_id), layout);
    return tip ? std::make_shared<const Tip>(std::move(*tip)) : nullptr;
}

void TipStore::drop(const std::string& run_id) {
    const std::scoped_lock lock(mutex_);
    in_memory_.erase(run_id);
    remove_file(run_id);
}

void use_cached_tip(Chain& chain, const fs::path& vault, const std::string& run_id) {
    chain.use_tip(
        TipStore(tip_cache_folder(vault), TipStore::Place::cache).find(run_id, chain.top().layout()));
}

}  // namespace stepvault
