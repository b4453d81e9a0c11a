// A communicator whose processes are threads.
#pragma once

#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/communicator.h"

namespace stepvault::test {

class ThreadCommunicator {
 public:
    explicit ThreadCommunicator(std::uint32_t size) : size_(size), sent_(size), meet_(size) {}

    /// Runs `work` on as many threads as the communicator has ranks, each with its own rank.
    void run(const std::function<void(Communicator&)>& work) {
        std::vector<std::jthread> threads;
        for (std::uint32_t r = 0; r < size_; ++r)
            threads.emplace_back([this, r, &work] {
                Member member(*this, r);
                work(member);
            });
    }
    [[nodiscard]] std::uint64_t exchanges() const { return exchanges_; }

 private:
    class Member : public Communicator {
     public:
        Member(ThreadCommunicator& communicator, std::uint32_t rank)
            : communicator_(communicator), rank_(rank) {}
        [[nodiscard]] std::uint32_t rank() const override { return rank_; }
        [[nodiscard]] std::uint32_t size() const override { return communicator_.size_; }
        Result<std::vector<Bytes>> all_gather(ByteView mine) override {
            communicator_.sent_[rank_].assign(mine.begin(), mine.end());
            communicator_.meet_.arrive_and_wait();
            auto all = communicator_.sent_;
            if (rank_ == 0) ++communicator_.exchanges_;
            communicator_.meet_.arrive_and_wait();
            return all;
        }

     private:
        ThreadCommunicator& communicator_;
        std::uint32_t rank_;
    };

    std::uint32_t size_;
    std::vector<Bytes> sent_;
    std::barrier<> meet_;
    std::uint64_t exchanges_ = 0;
};

}  // namespace stepvault::test
