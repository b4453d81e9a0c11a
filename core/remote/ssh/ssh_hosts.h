#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stepvault {

/// The home folder whose .ssh the system's ssh reads: that of the user database, whatever HOME says. Empty
/// where the database does not know the user.
std::filesystem::path ssh_home();

/// The machines that .ssh/config below `home` names on its Host lines, in order and once each: names without
/// wildcards and negations that parse_remote_place() takes as a host alone. Follows Include lines as ssh
/// does, whether or not a condition holds around them. A file that is missing, unreadable, or larger than
/// 1 MiB has no names. Nothing else of the files is kept.
std::vector<std::string> ssh_host_names(const std::filesystem::path& home);

}  // namespace stepvault
