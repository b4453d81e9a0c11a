#include "remote/serve/copy_dispatcher.h"

#include <utility>

#include "remote/serve/copy_methods.h"
#include "remote/serve/handler.h"

namespace stepvault {

CopyDispatcher::CopyDispatcher(std::filesystem::path folder) : objects_(std::move(folder)) {
    wire::CopyMethods::for_each([&](auto method) { add(handler_of<decltype(method)::function>(objects_)); });
}

}  // namespace stepvault
