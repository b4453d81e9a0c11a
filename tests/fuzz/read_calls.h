// Reads the input as the bytes that a client sends to a server.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include "fuzz/scratch_input.h"
#include "library/services/watcher.h"
#include "remote/serve/methods.h"
#include "remote/wire/all_fields.h"
#include "remote/wire/frame.h"

namespace stepvault::fuzz {

/// Passes the number of each function that is called, and its arguments, on to `call`.
template <class Call>
void read_calls(ByteView bytes, Call call) {
    const ScratchInput input(bytes);
    const int descriptor = ::open(input.path().c_str(), O_RDONLY | O_CLOEXEC);
    wire::FrameReader reader(descriptor, wire::largest_request);
    while (true) {
        const auto frame = reader.read(std::chrono::milliseconds(0));
        if (!frame || !*frame) break;
        if ((*frame)->kind != wire::FrameKind::call) continue;
        const auto message = wire::read_message((*frame)->payload);
        std::uint32_t method = 0;
        if (message && message->is_array() && message->size() == 2 && wire::decode((*message)[0], method))
            call(method, (*message)[1]);
    }
    ::close(descriptor);
}

/// Ignores what a watch tells.
struct IgnoredWatch : WatchObserver {
    void on_watch_event(const WatchEvent& /*event*/) override {}
};

}  // namespace stepvault::fuzz
