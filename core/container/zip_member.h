// What the readers of zips with a member for each tensor, or one for all, have in common.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "container/layout.h"
#include "container/zip_directory.h"

namespace stepvault {

/// Name in the local header that a zip begins with; empty where `head` is none, or ends within it.
std::string_view first_member_name(ByteView head);

/// Adds the fields that hold the CRC-32 of a whole member: in the directory, and in its local header or in
/// the descriptor behind it, whichever is used.
void add_checksums(Layout& layout, const ZipEntry& entry);

/// "layers/dense/vars/0" -> "layers.dense.vars.0", as valid UTF-8.
std::string path_name(std::string_view path);

}  // namespace stepvault
