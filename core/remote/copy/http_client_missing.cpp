#include "remote/copy/http_client.h"

namespace stepvault {

Result<std::unique_ptr<HttpClient>> HttpClient::create(S3Credentials, HttpPatience) {
    return Error{ErrorCode::unsupported,
                 "this build of Stepvault lacks libcurl, which s3:// needs; build it again with "
                 "libcurl4-openssl-dev"};
}

}  // namespace stepvault
