#include "fuzz/scratch_input.h"

#include <cstdio>
#include <cstdlib>

namespace stepvault::fuzz {

ScratchInput::ScratchInput(ByteView bytes, const std::string& name) {
    auto file = File::in_memory(name, bytes.size());
    if (!file || !file->write_all(0, bytes)) {
        std::perror("no memory for an input");
        std::abort();
    }
    file_ = *std::move(file);
}

std::filesystem::path ScratchInput::path() const {
    return "/proc/self/fd/" + std::to_string(file_.descriptor());
}

void require_nothing_wrong(const std::string& what) {
    if (what.empty()) return;
    std::fprintf(stderr, "a promise is broken: %s\n", what.c_str());
    std::abort();
}

}  // namespace stepvault::fuzz
