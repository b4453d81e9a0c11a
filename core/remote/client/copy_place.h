// Names of places that copies go to.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "remote/client/remote_store.h"

namespace stepvault {

/// True for "[USER@]HOST:FOLDER": text with a colon before any slash, as scp takes it, and not in S3.
bool is_on_machine(std::string_view place);

/// Opens "s3://bucket/prefix" with the credentials of the environment, "[USER@]HOST:FOLDER" by the system's
/// ssh, or a folder, which need not exist. `tell` gets a line when the connection to HOST is lost.
/// ErrorCode::invalid_argument, unsupported (no libcurl; no Stepvault on HOST), cancelled, io.
Result<std::unique_ptr<CopyStore>> open_copy_place(const std::string& place, const std::stop_token& stop,
                                                   const RemoteStore::Tell& tell);

/// True for a place that can only be a copy: in S3, on another machine, or a folder with the mark of a copy.
bool is_copy_place(const std::string& place);

}  // namespace stepvault
