#include "base/error.h"

#include <cerrno>
#include <system_error>

namespace stepvault {

namespace {

ErrorCode code_of(int error_number) {
    switch (error_number) {
        case ENOENT:
        case ENOTDIR:
            return ErrorCode::not_found;
        case EEXIST:
        case ENOTEMPTY:
            return ErrorCode::already_exists;
        case ENOSPC:
        case EDQUOT:
            return ErrorCode::no_space;
        case EACCES:
        case EPERM:
        case EROFS:
            return ErrorCode::permission;
        default:
            return ErrorCode::io;
    }
}

}  // namespace

Error Error::within(std::string_view what) const {
    return {code, std::string(what) + ": " + message};
}

Error system_error(int error_number, std::string_view action, std::string_view path) {
    return {code_of(error_number), "cannot " + std::string(action) + " " + std::string(path) + ": " +
                                       std::generic_category().message(error_number)};
}

}  // namespace stepvault
