#include "notify/http_post.h"

namespace stepvault {

bool can_post() {
    return false;
}

Result<int> http_post(const HttpRequest&, const HttpTimeouts&, const std::stop_token&) {
    return Error{ErrorCode::unsupported,
                 "this build of Stepvault lacks libcurl; build it again with libcurl4-openssl-dev"};
}

}  // namespace stepvault
