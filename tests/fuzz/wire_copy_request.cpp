// Answers the requests of the input for a copy in a folder, which they must not leave.
#include <filesystem>

#include "fuzz/read_calls.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/target.h"
#include "remote/serve/copy_dispatcher.h"

namespace fuzz_wire_copy_request {

using namespace stepvault;
using namespace stepvault::fuzz;

STEPVAULT_FUZZ_TARGET(wire_copy_request, data, size) {
    static const ScratchFolder folder;
    const auto copy = folder.path() / "copy";
    {
        CopyDispatcher dispatcher(copy);
        read_calls(as_bytes(data, size), [&](std::uint32_t method, const wire::Value& arguments) {
            IgnoredWatch observer;
            (void)wire::write_message(dispatcher.call(method, arguments, {}, observer));
        });
    }
    if (!std::filesystem::exists(copy)) return;
    std::filesystem::remove_all(copy);
    if (!std::filesystem::is_empty(folder.path())) require_nothing_wrong("a request left the copy");
}

}  // namespace fuzz_wire_copy_request
