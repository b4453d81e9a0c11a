// Answers those requests of the input that only read a vault.
#include "db/backends.h"
#include "fuzz/read_calls.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/target.h"
#include "remote/serve/arguments.h"
#include "remote/serve/vault_dispatcher.h"

namespace fuzz_wire_request {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

struct Scene {
    ScratchFolder folder;
    std::unique_ptr<LocalVault> vault =
        std::move(*LocalVault::open(folder.path() / "vault", LocalVault::Mode::create, sqlite_backends(), 1));
    VaultDispatcher dispatcher{*vault};
};

template <auto Function>
constexpr bool only_reads() {
    using Service = wire::ServiceOf<Function>;
    return std::is_same_v<Service, Queries> || std::is_same_v<Service, StepSources>;
}

void answer(Dispatcher& dispatcher, std::uint32_t method, const wire::Value& sent) {
    IgnoredWatch observer;
    std::uint32_t number = 0;
    wire::Methods::for_each([&](auto each) {
        constexpr auto function = decltype(each)::function;
        if (number++ != method) return;
        wire::Arguments<std::remove_const_t<decltype(function)>> arguments;
        if (!arguments.decode(sent)) return;
        if constexpr (only_reads<function>())
            (void)wire::write_message(dispatcher.call(method, sent, {}, observer));
    });
}

}  // namespace

STEPVAULT_FUZZ_TARGET(wire_request, data, size) {
    static Scene scene;
    read_calls(as_bytes(data, size), [](std::uint32_t method, const wire::Value& arguments) {
        answer(scene.dispatcher, method, arguments);
    });
}

}  // namespace fuzz_wire_request
