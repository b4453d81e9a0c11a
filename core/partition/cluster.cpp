#include "partition/cluster.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stepvault {

namespace {

/// Number of times that all processes wait for each other while a checkpoint is stored (vault/filing.cpp).
constexpr double meetings = 14;

}  // namespace

SaveTime predict_save(const ClusterMachine& machine, const ClusterShape& shape, std::uint32_t level,
                      const CheckpointSize& whole, std::span<const RankLoad> loads) {
    SaveTime time;
    const auto processes = static_cast<std::uint32_t>(loads.size());
    const double on_node = std::min(processes, shape.processes);
    const double cores = machine.cores == 0 ? on_node : machine.cores;
    const double busy = std::min(on_node, cores);
    const double turns = std::max(1.0, on_node / cores);
    time.once = machine.coding.once(whole);
    std::vector<double> node_bytes(shape.nodes);
    for (std::size_t i = 0; i < loads.size(); ++i) {
        time.code = std::max(time.code, machine.coding.share(whole, loads[i], processes, busy) * turns);
        node_bytes[i / shape.processes] += static_cast<double>(loads[i].bytes) * machine.coded_share;
    }
    if (processes > 1) time.meet = meetings * machine.latency * std::ceil(std::log2(processes));
    const double share = *std::ranges::max_element(node_bytes);
    const auto group = static_cast<double>(std::min(shape.group, shape.nodes));
    if (level == 4) {
        // The state itself goes with the coded bytes, because the next checkpoint is coded against it.
        const double states = (1 + machine.coded_share) / machine.coded_share;
        const double all = static_cast<double>(whole.bytes) * (1 + machine.coded_share);
        // The slower of the two sets the pace.
        time.write = std::max(all / machine.vault_rate, share * states / machine.network_rate);
        return time;
    }
    time.write = share / machine.local_rate;
    if (group < 2 || level == 1) return time;
    time.write *= 2;
    time.send = share * (level == 2 ? 1 : group - 1) / machine.network_rate;
    if (level == 3) time.parity = share * group / machine.parity_rate;
    return time;
}

double plain_save(const ClusterMachine& machine, const CheckpointSize& whole, double serialize_rate) {
    const auto bytes = static_cast<double>(whole.bytes);
    return bytes / serialize_rate + bytes / std::min(machine.vault_rate, machine.network_rate);
}

}  // namespace stepvault
