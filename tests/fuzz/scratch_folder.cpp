#include "fuzz/scratch_folder.h"

#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace stepvault::fuzz {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
    std::error_code ec;
    const fs::path memory = "/dev/shm";
    auto name =
        ((fs::is_directory(memory, ec) ? memory : fs::temp_directory_path()) / "svfuzz-XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) {
        std::perror("no folder for inputs");
        std::abort();
    }
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ec;
    fs::remove_all(path_, ec);
}

}  // namespace stepvault::fuzz
