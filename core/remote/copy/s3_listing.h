#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remote/copy/copy_store.h"

namespace stepvault {

/// One page of a bucket's list of objects (ListObjectsV2).
struct S3Listing {
    std::vector<CopyStore::Object> objects;
    std::string next;  ///< continuation token of the next page; empty for the last page

    /// Reads the server's XML. ErrorCode::corrupt. Keys are as the server tells them.
    static Result<S3Listing> parse(std::string_view xml);
};

/// The text of the first element of that name in a server's XML, unescaped; empty for none.
std::string s3_element(std::string_view xml, std::string_view name);

}  // namespace stepvault
