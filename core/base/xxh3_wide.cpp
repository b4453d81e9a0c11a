#include "base/xxh3_wide.h"

#include <new>
#ifdef STEPVAULT_XXH_DISPATCH
// Replaces the functions by those that take the widest vectors of the CPU.
#include <xxh_x86dispatch.h>
#else
#include <xxhash.h>
#endif

#include "base/text.h"

namespace stepvault {

struct Xxh3Wide::State {
    XXH3_state_t* xxh = XXH3_createState();
    State() {
        if (xxh == nullptr) throw std::bad_alloc();
        XXH3_128bits_reset(xxh);
    }
    ~State() { XXH3_freeState(xxh); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
};

Xxh3Wide::Xxh3Wide() : state_(std::make_unique<State>()) {}
Xxh3Wide::~Xxh3Wide() = default;
Xxh3Wide::Xxh3Wide(Xxh3Wide&&) noexcept = default;
Xxh3Wide& Xxh3Wide::operator=(Xxh3Wide&&) noexcept = default;

void Xxh3Wide::update(ByteView bytes) {
    XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

std::string Xxh3Wide::digest() const {
    const auto digest = XXH3_128bits_digest(state_->xxh);
    return hex_digits(digest.high64) + hex_digits(digest.low64);
}

}  // namespace stepvault
