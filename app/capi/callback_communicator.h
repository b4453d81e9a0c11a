#pragma once

#include <vector>

#include "base/communicator.h"
#include "stepvault.h"

namespace stepvault::capi {

/// A communicator that uses a caller's functions.
class CallbackCommunicator : public Communicator {
 public:
    explicit CallbackCommunicator(const stepvault_communicator& communicator) : communicator_(communicator) {
        for (std::uint32_t r = 0; r < communicator.size; ++r)
            machines_.push_back(communicator.machines == nullptr ? 0 : communicator.machines[r]);
        communicator_.machines = nullptr;
    }
    [[nodiscard]] std::uint32_t rank() const override { return communicator_.rank; }
    [[nodiscard]] std::uint32_t size() const override { return communicator_.size; }
    Result<std::vector<Bytes>> all_gather(ByteView mine) override;
    Result<std::vector<Bytes>> all_to_all(std::span<const Bytes> mine) override;

    /// By rank.
    [[nodiscard]] const std::vector<std::uint32_t>& machines() const { return machines_; }

 private:
    stepvault_communicator communicator_;
    std::vector<std::uint32_t> machines_;
};

}  // namespace stepvault::capi
