#include "container/payload_names.h"

#include <unordered_map>
#include <unordered_set>

namespace stepvault {

void name_payloads(Layout& layout) {
    std::vector<bool> named(layout.payloads.size());
    for (const auto& tensor : layout.tensors) {
        if (named[tensor.payload]) continue;
        named[tensor.payload] = true;
        layout.payloads[tensor.payload].name = tensor.name;
    }
    std::unordered_set<std::string> taken;
    for (const auto& payload : layout.payloads)
        taken.insert(payload.name);
    std::unordered_set<std::string> seen;
    std::unordered_map<std::string, std::uint64_t> last_number;
    for (auto& payload : layout.payloads) {
        if (seen.insert(payload.name).second) continue;
        auto& number = last_number.try_emplace(payload.name, 1).first->second;
        std::string name;
        do {
            name = payload.name + '#' + std::to_string(++number);
        } while (!taken.insert(name).second);
        payload.name = std::move(name);
        seen.insert(payload.name);
    }
}

}  // namespace stepvault
