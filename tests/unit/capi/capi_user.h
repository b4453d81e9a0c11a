// Uses libstepvault.so as another program does.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "stepvault.h"

namespace stepvault::test {

inline stepvault_text text_of(const std::string& text) {
    return {text.data(), text.size()};
}

/// The C side of a communicator's member.
struct Context {
    Communicator* member = nullptr;
    bool fails = false;
    stepvault_vault* cancelled = nullptr;  ///< cancelled as soon as something is exchanged
    std::vector<std::uint32_t> order;      ///< in which ranks are delivered; empty: as they should be

    static int all_gather(void* context, const void* mine, std::size_t length, stepvault_deliver deliver,
                          void* sink) {
        auto& c = *static_cast<Context*>(context);
        if (c.fails) return 1;
        if (c.cancelled != nullptr) stepvault_cancel(c.cancelled);
        const auto all = c.member->all_gather({static_cast<const std::byte*>(mine), length});
        if (!c.order.empty()) {
            for (const auto r : c.order)
                deliver(sink, r, (*all)[0].data(), (*all)[0].size());
            return 0;
        }
        for (std::uint32_t r = 0; r < all->size(); ++r)
            deliver(sink, r, (*all)[r].data(), (*all)[r].size());
        return 0;
    }
    static int all_to_all(void* context, const stepvault_text* mine, stepvault_deliver deliver, void* sink) {
        auto& c = *static_cast<Context*>(context);
        std::vector<Bytes> parts;
        for (std::uint32_t r = 0; r < c.member->size(); ++r) {
            const auto* bytes = reinterpret_cast<const std::byte*>(mine[r].data);
            parts.emplace_back(bytes, bytes + mine[r].length);
        }
        const auto received = c.member->all_to_all(parts);
        for (std::uint32_t r = 0; r < received->size(); ++r)
            deliver(sink, r, (*received)[r].data(), (*received)[r].size());
        return 0;
    }
};

/// A vault's user: a process of a communicator, or a single process.
struct User {
    Context context;
    stepvault_vault* vault = nullptr;
    std::string message = std::string(200, '?');
    User() = default;
    User(const User&) = delete;
    User& operator=(const User&) = delete;
    ~User() { stepvault_close(vault); }
    [[nodiscard]] std::string said() const { return message.c_str(); }

    int open(const std::filesystem::path& root, Communicator* member, bool with_nodes = false,
             bool create = true, bool with_deal = false) {
        context.member = member;
        stepvault_communicator communicator{};
        if (member != nullptr) {
            communicator.rank = member->rank();
            communicator.size = member->size();
            communicator.context = &context;
            communicator.all_gather = &Context::all_gather;
            if (with_deal) communicator.all_to_all = &Context::all_to_all;
        }
        const auto folder = (root / "vault").native();
        const auto node = (root / "node%n").native();
        stepvault_options options{};
        options.vault = text_of(folder);
        options.create = create ? 1 : 0;
        options.communicator = member == nullptr ? nullptr : &communicator;
        options.threads = 1;
        if (with_nodes) {
            options.node_folder = text_of(node);
            options.nodes = 4;
        }
        return stepvault_open(&options, &vault, message.data(), message.size());
    }
    int save(const std::string& path, std::int64_t step, std::uint32_t level, const std::string& scheme,
             stepvault_save_report& report, const std::function<void(stepvault_save_request&)>& change = {}) {
        const std::string run = "r";
        const std::string source = "state_" + std::to_string(step) + ".safetensors";
        stepvault_save_request request{};
        request.path = text_of(path);
        request.source = text_of(source);
        request.run = text_of(run);
        request.step = step;
        request.scheme = text_of(scheme);
        request.level = level;
        if (change) change(request);
        return stepvault_save(vault, &request, &report, message.data(), message.size());
    }
    int restore(const std::int64_t* step, const std::string& output, stepvault_restore_report& report,
                bool replace = false) {
        const std::string run = "r";
        stepvault_restore_request request{};
        request.run = text_of(run);
        request.step = step;
        request.output = text_of(output);
        request.replace = replace ? 1 : 0;
        return stepvault_restore(vault, &request, &report, message.data(), message.size());
    }
    std::vector<stepvault_step> steps() {
        std::vector<stepvault_step> found;
        const std::string run = "r";
        const auto add = [](void* sink, const stepvault_step* step) {
            static_cast<std::vector<stepvault_step>*>(sink)->push_back(*step);
        };
        stepvault_steps(vault, text_of(run), add, &found, message.data(), message.size());
        return found;
    }
};

}  // namespace stepvault::test
