#pragma once

#include "base/bytes.h"
#include "container/layout.h"

namespace stepvault {

/// Encodes a layout for another process of the same version.
void put_layout(ByteWriter& out, const Layout& layout);
/// Decodes it; ByteReader::ok() is false where the bytes end early.
Layout get_layout(ByteReader& in);

}  // namespace stepvault
