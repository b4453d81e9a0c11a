#include "remote/serve/dispatcher.h"

#include "remote/wire/all_fields.h"

namespace stepvault {

wire::Value Dispatcher::call(std::uint32_t method, const wire::Value& arguments, const JobContext& job,
                             WatchObserver& observer) {
    if (method >= handlers_.size())
        return wire::encode(Error{ErrorCode::invalid_argument, "a request names no function"});
    return handlers_[method](arguments, job, observer);
}

}  // namespace stepvault
