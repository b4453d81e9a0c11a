// The open files of this machine's processes, as far as this user may see them.
#pragma once

#include <functional>
#include <string>

namespace stepvault {

/// An open file of a process, valid during the call that it is handed to.
struct OpenDescriptor {
    int folder = -1;      ///< descriptor of the process's folder of descriptors
    std::string process;  ///< its number
    std::string name;     ///< number of the descriptor, which is the entry's name in `folder`
    std::string target;   ///< path of the file in the view of the process
};

/// Calls `accepts` for descriptors that may be files, until it returns true; returns whether it did. Follows
/// no link, since a stat may hang on a dead network mount.
bool find_descriptor(const std::function<bool(const OpenDescriptor&)>& accepts);
bool is_open_for_writing(const OpenDescriptor& descriptor);

}  // namespace stepvault
