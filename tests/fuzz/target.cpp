#include "fuzz/target.h"

namespace stepvault::fuzz {

namespace {

// Filled before main() begins, when other files' objects may not exist yet.
std::vector<Target>& registered() {
    static std::vector<Target> known;
    return known;
}

}  // namespace

std::vector<Target> targets() {
    return registered();
}

TargetRegistration::TargetRegistration(const char* format, ReadInput read) {
    registered().push_back({format, read});
}

}  // namespace stepvault::fuzz
