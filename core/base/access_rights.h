#pragma once

#include "base/file.h"

namespace stepvault {

/// Takes the rights to `file` from all but its owner who do not have them for `like`: from its group, and
/// from others. Where the file system keeps no rights, nothing is done.
Status restrict_access(const File& file, const File& like);

}  // namespace stepvault
