// Shared by the readers of zips that hold all tensors in one member, or one tensor in each member.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "container/layout.h"
#include "container/zip_directory.h"

namespace stepvault {

/// The name in the local header at the beginning of `head`; empty where `head` is not a local header, or ends
/// within it.
std::string_view first_member_name(ByteView head);

/// Adds the fields that hold the CRC-32 of a complete member: in the directory, and in its local header or in
/// its data descriptor, whichever is used.
void add_checksums(Layout& layout, const ZipEntry& entry);

/// "layers/dense/vars/0" -> "layers.dense.vars.0", as valid UTF-8.
std::string path_name(std::string_view path);

}  // namespace stepvault
