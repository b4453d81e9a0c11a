#pragma once

#include <vector>

#include "base/crew.h"
#include "stepvault.h"

namespace stepvault::capi {

/// A crew that speaks by a caller's functions.
class CallbackCrew : public Crew {
 public:
    explicit CallbackCrew(const stepvault_crew& crew) : crew_(crew) {
        for (std::uint32_t r = 0; r < crew.size; ++r)
            machines_.push_back(crew.machines == nullptr ? 0 : crew.machines[r]);
        crew_.machines = nullptr;
    }
    [[nodiscard]] std::uint32_t rank() const override { return crew_.rank; }
    [[nodiscard]] std::uint32_t size() const override { return crew_.size; }
    Result<std::vector<Bytes>> exchange(ByteView mine) override;
    Result<std::vector<Bytes>> deal(std::span<const Bytes> mine) override;

    /// By rank.
    [[nodiscard]] const std::vector<std::uint32_t>& machines() const { return machines_; }

 private:
    stepvault_crew crew_;
    std::vector<std::uint32_t> machines_;
};

}  // namespace stepvault::capi
