// Reads the input as the bytes that a client sends, and answers those requests that only read the vault.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "db/backends.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "remote/serve/arguments.h"
#include "remote/serve/dispatcher.h"
#include "remote/wire/all_fields.h"
#include "remote/wire/frame.h"

namespace fuzz_wire_request {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

struct Scene {
    ScratchFolder folder;
    std::unique_ptr<LocalVault> vault =
        std::move(*LocalVault::open(folder.path() / "vault", LocalVault::Mode::create, sqlite_backends(), 1));
    Dispatcher dispatcher{*vault};
};

struct Ignored : WatchObserver {
    void on_watch_event(const WatchEvent& /*event*/) override {}
};

template <auto Function>
constexpr bool only_reads() {
    using Service = typename wire::Signature<decltype(Function)>::Service;
    return std::is_same_v<Service, Queries> || std::is_same_v<Service, StepSources>;
}

void answer(Dispatcher& dispatcher, const wire::Value& message) {
    std::uint32_t method = 0;
    if (!message.is_array() || message.size() != 2 || !wire::decode(message[0], method)) return;
    Ignored observer;
    std::uint32_t number = 0;
    wire::Methods::for_each([&](auto each) {
        constexpr auto function = decltype(each)::function;
        if (number++ != method) return;
        wire::Arguments<std::remove_const_t<decltype(function)>> arguments;
        if (!arguments.decode(message[1])) return;
        if constexpr (only_reads<function>())
            (void)wire::write_message(dispatcher.call(method, message[1], {}, observer));
    });
}

}  // namespace

STEPVAULT_FUZZ_TARGET(wire_request, data, size) {
    static Scene scene;
    const ScratchInput input(as_bytes(data, size));
    const int descriptor = ::open(input.path().c_str(), O_RDONLY | O_CLOEXEC);
    wire::FrameReader reader(descriptor, wire::largest_request);
    while (true) {
        const auto frame = reader.read(std::chrono::milliseconds(0));
        if (!frame || !*frame) break;
        const auto message = wire::read_message((*frame)->payload);
        if (message && (*frame)->kind == wire::FrameKind::call) answer(scene.dispatcher, *message);
    }
    ::close(descriptor);
}

}  // namespace fuzz_wire_request
