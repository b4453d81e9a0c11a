// A communicator whose processes are threads.
#pragma once

#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/crew.h"

namespace stepvault::test {

class ThreadCrew {
 public:
    explicit ThreadCrew(std::uint32_t size) : size_(size), sent_(size), meet_(size) {}

    /// Runs `work` on as many threads as the communicator has ranks, each with its own rank.
    void run(const std::function<void(Crew&)>& work) {
        std::vector<std::jthread> threads;
        for (std::uint32_t r = 0; r < size_; ++r)
            threads.emplace_back([this, r, &work] {
                Member member(*this, r);
                work(member);
            });
    }
    [[nodiscard]] std::uint64_t exchanges() const { return exchanges_; }

 private:
    class Member : public Crew {
     public:
        Member(ThreadCrew& crew, std::uint32_t rank) : crew_(crew), rank_(rank) {}
        [[nodiscard]] std::uint32_t rank() const override { return rank_; }
        [[nodiscard]] std::uint32_t size() const override { return crew_.size_; }
        Result<std::vector<Bytes>> exchange(ByteView mine) override {
            crew_.sent_[rank_].assign(mine.begin(), mine.end());
            crew_.meet_.arrive_and_wait();
            auto all = crew_.sent_;
            if (rank_ == 0) ++crew_.exchanges_;
            crew_.meet_.arrive_and_wait();
            return all;
        }

     private:
        ThreadCrew& crew_;
        std::uint32_t rank_;
    };

    std::uint32_t size_;
    std::vector<Bytes> sent_;
    std::barrier<> meet_;
    std::uint64_t exchanges_ = 0;
};

}  // namespace stepvault::test
