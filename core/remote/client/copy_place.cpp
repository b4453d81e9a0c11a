#include "remote/client/copy_place.h"

#include <filesystem>
#include <system_error>

#include "remote/client/ssh_connecting.h"
#include "remote/copy/copy_layout.h"
#include "remote/copy/folder_store.h"
#include "remote/copy/s3_store.h"

namespace stepvault {

namespace {

Result<std::unique_ptr<CopyStore>> open_on_machine(const std::string& text, const std::stop_token& stop,
                                                   const RemoteStore::Tell& tell) {
    STEPVAULT_ASSIGN(place, parse_remote_place(text));
    if (place.vault.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "\"" + text + "\" does not name a folder; give the place as HOST:FOLDER"};
    }
    const SshOptions options{.served = Served::copy, .is_detached = false};
    STEPVAULT_ASSIGN(store, RemoteStore::open(place, connect_by_ssh(place, options), tell, stop));
    return std::unique_ptr<CopyStore>(std::move(store));
}

}  // namespace

bool is_on_machine(std::string_view place) {
    return place.find(':') < place.find('/') && !is_s3_place(place);
}

Result<std::unique_ptr<CopyStore>> open_copy_place(const std::string& place, const std::stop_token& stop,
                                                   const RemoteStore::Tell& tell) {
    if (is_s3_place(place)) {
        STEPVAULT_ASSIGN(parsed, parse_s3_place(place, environment_of_process));
        STEPVAULT_ASSIGN(store, S3Store::open(std::move(parsed)));
        return std::unique_ptr<CopyStore>(std::move(store));
    }
    if (is_on_machine(place)) return open_on_machine(place, stop, tell);
    STEPVAULT_ASSIGN(folder, folder_of_copy(place));
    return std::unique_ptr<CopyStore>(std::make_unique<FolderStore>(std::move(folder)));
}

bool is_copy_place(const std::string& place) {
    std::error_code ec;
    return is_s3_place(place) || is_on_machine(place) ||
           std::filesystem::exists(std::filesystem::path(place) / copy_mark_key, ec);
}

}  // namespace stepvault
