#include "run/checkpoint_zips.h"

#include "base/file.h"
#include "base/text.h"
#include "container/zip_member.h"
#include "run/file_names.h"

namespace stepvault {

namespace {

constexpr std::size_t most_header = 512;

}  // namespace

bool is_other_zip(const std::filesystem::path& path) {
    if (path.extension() != ".zip") return false;
    const auto file = File::open_read(path);
    if (!file) return true;
    Bytes head(most_header);
    const auto read = file->read_some(0, head);
    if (!read) return true;
    const auto member = first_member_name(ByteView(head).first(*read));
    const auto name = base_name(member);
    const bool is_saved = member == "data" || name == "data.pkl" || is_checkpoint_file_name(name);
    return !is_saved || name.ends_with(".zip");
}

std::vector<std::string> without_other_zips(const std::filesystem::path& folder,
                                            std::vector<std::string> names) {
    std::erase_if(names, [&](const auto& name) { return is_other_zip(folder / name); });
    return names;
}

}  // namespace stepvault
