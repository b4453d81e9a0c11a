#include "fuzz/target.h"

namespace stepvault::fuzz {

namespace {

// Function-local, because it is filled before main() begins, possibly before the objects of other files
// exist.
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
