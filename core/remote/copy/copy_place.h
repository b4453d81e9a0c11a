// Names of places that copies go to.
#pragma once

#include <memory>
#include <string>

#include "remote/copy/copy_store.h"

namespace stepvault {

/// Opens "s3://bucket/prefix" with the credentials of the environment, or a folder, which need not exist.
/// ErrorCode::invalid_argument, unsupported (no libcurl).
Result<std::unique_ptr<CopyStore>> open_copy_place(const std::string& place);

/// True for a place that can only be a copy: in S3, or a folder with the mark of a copy.
bool is_copy_place(const std::string& place);

}  // namespace stepvault
