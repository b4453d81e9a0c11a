#include "ui/cluster/cluster_text.h"

#include <algorithm>
#include <array>

#include "partition/node_groups.h"
#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

constexpr std::size_t mostRanges = 4;

QString percent(double share, int digits) {
    return tr("%1 %").arg(displayLocale().toString(100 * share, 'f', digits));
}

/// As vendors write it: in powers of ten.
QString rate(double bytesPerSecond) {
    return tr("%1 GB/s").arg(displayLocale().toString(bytesPerSecond / 1e9, 'g', 3));
}

QString join(const QStringList& parts) {
    if (parts.size() < 2) return parts.join(QString());
    return tr("%1 and %2").arg(parts.mid(0, parts.size() - 1).join(QStringLiteral(", ")), parts.last());
}

std::vector<std::uint32_t> failedNodes(const std::vector<bool>& failed) {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t n = 0; n < failed.size(); ++n) {
        if (failed[n]) nodes.push_back(n);
    }
    return nodes;
}

QString nodesInWords(const std::vector<std::uint32_t>& nodes) {
    return (nodes.size() == 1 ? tr("node %1") : tr("nodes %1")).arg(listNumbers(nodes));
}

QString lostAlone(std::uint32_t node) {
    return tr("has lost node %1, which has no neighbour").arg(node);
}

QString lostWithNeighbours(std::uint32_t nodes, std::uint32_t group, const std::vector<std::uint32_t>& lost) {
    const NodeGroup ring = group_of_node(nodes, group, lost.front());
    if (ring.size == 1) return lostAlone(lost.front());
    const QString first =
        tr("has lost node %1 and its neighbour %2").arg(lost.front()).arg(after_in_ring(ring, lost.front()));
    return lost.size() == 1 ? first : tr("%1, and %2 more").arg(first).arg(lost.size() - 1);
}

QString lostGroup(std::uint32_t group, const std::vector<bool>& failed,
                  const std::vector<std::uint32_t>& lost) {
    const NodeGroup own = group_of_node(static_cast<std::uint32_t>(failed.size()), group, lost.front());
    if (own.size == 1) return lostAlone(lost.front());
    const auto begin = failed.begin() + own.first;
    const auto gone = std::count(begin, begin + own.size, true);
    return tr("has lost %1 of nodes %2–%3, and bears %4")
        .arg(gone)
        .arg(own.first)
        .arg(own.first + own.size - 1)
        .arg(own.size / 2);
}

}  // namespace

QString listNumbers(const std::vector<std::uint32_t>& numbers) {
    QStringList ranges;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
            ++end;
        if (static_cast<std::size_t>(ranges.size()) == mostRanges) {
            ranges << tr("%1 more").arg(numbers.size() - i);
            break;
        }
        const QString first = QString::number(numbers[i]);
        const QString last = QString::number(numbers[end - 1]);
        ranges << (end == i + 1 ? first : tr("%1–%2").arg(first, last));
        i = end;
    }
    return join(ranges);
}

QString listRanks(const std::vector<RankBytes>& ranks) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(ranks.size());
    for (const RankBytes& held : ranks)
        numbers.push_back(held.rank);
    std::ranges::sort(numbers);
    return (numbers.size() == 1 ? tr("rank %1") : tr("ranks %1")).arg(listNumbers(numbers));
}

QString formatSaveTime(double seconds) {
    if (seconds >= 100) return formatDuration(seconds);
    const bool isShort = seconds < 0.1;
    const double value = isShort ? 1e3 * seconds : seconds;
    const int digits = value >= 10 ? 1 : 2;
    return (isShort ? tr("%1 ms") : tr("%1 s")).arg(displayLocale().toString(value, 'f', digits));
}

QString tileName(const PartitionTree& tree, const Tile& tile) {
    if (tile.kind == Tile::Kind::rest) return tr("headers and all else");
    const QString path = QString::fromStdString(tree.path(tile.node));
    QString name = path.isEmpty() ? tr("whole checkpoint") : path;
    if (tile.kind == Tile::Kind::node) return name;
    return counted(tile.parts, tr("%1 smaller part of %2"), tr("%1 smaller parts of %2")).arg(name);
}

QString describeTile(const ClusterStudy& study, const Tile& tile) {
    return tr("%1   %2   %3")
        .arg(tileName(*study.tree, tile), formatBytes(tile.bytes), listRanks(tile.ranks));
}

QString describeSpeedUp(const ClusterStudy& study, std::uint32_t level) {
    const double times = study.outcome.speed_up(level);
    const double efficiency = times / study.setting.ranks();
    const auto factor = [](double value) { return displayLocale().toString(value, 'f', value < 10 ? 1 : 0); };
    const QString share = percent(efficiency, efficiency < 0.01 ? 1 : 0);
    constexpr double alike = 1.05;
    if (times >= alike) return tr("%1x sooner than one process, %2 efficiency").arg(factor(times), share);
    if (times * alike > 1) return tr("As fast as one process, %1 efficiency").arg(share);
    return tr("%1x slower than one process, %2 efficiency").arg(factor(1 / times), share);
}

QString describeSaveTime(const SaveTime& time) {
    const std::array<std::pair<double, QString>, 6> parts{{{time.once, tr("planning %1")},
                                                           {time.code, tr("coding %1")},
                                                           {time.meet, tr("meeting %1")},
                                                           {time.send, tr("sending %1")},
                                                           {time.parity, tr("parity %1")},
                                                           {time.write, tr("writing %1")}}};
    constexpr double worthSaying = 0.005;
    QStringList said;
    for (const auto& [seconds, text] : parts) {
        if (seconds > worthSaying * time.total()) said << text.arg(formatSaveTime(seconds));
    }
    return said.join(QStringLiteral(" · "));
}

QString describeAssumptions(const ClusterStudy& study) {
    const ClusterMachine& m = study.cluster.machine;
    const ClusterCase& c = study.cluster;
    const QString rates = tr("Assumed: coding leaves %1 of the bytes; a node writes %2, sends %3 and codes "
                             "parity at %4; the vault's file system takes %5; a core for each process.")
                              .arg(percent(m.coded_share, 1), rate(m.local_rate), rate(m.network_rate),
                                   rate(m.parity_rate), rate(m.vault_rate));
    const QString failures = tr("A node fails every %1 days; %2 of failures lose no node, and with a node "
                                "another one goes in %3. Groups of %4 nodes keep copies and parity.")
                                 .arg(displayLocale().toString(c.mean_to_failure / 86400, 'f', 0),
                                      percent(c.failures.without_node, 0), percent(c.failures.another, 0))
                                 .arg(c.shape.group);
    return rates % QLatin1Char(' ') % failures;
}

QString levelPlace(std::uint32_t level) {
    switch (level) {
        case 1:
            return tr("on each node");
        case 2:
            return tr("also on the next node");
        case 3:
            return tr("with the group's parity");
        default:
            return tr("in the vault");
    }
}

QString levelVerdict(std::uint32_t level, std::uint32_t group, const std::vector<bool>& failed) {
    const std::vector<std::uint32_t> lost = lost_shares(level, group, failed);
    if (lost.empty()) return tr("restorable");
    if (level == 2) return lostWithNeighbours(static_cast<std::uint32_t>(failed.size()), group, lost);
    if (level == 3) return lostGroup(group, failed, lost);
    return tr("has lost %1").arg(nodesInWords(lost));
}

QString restorableFrom(std::uint32_t group, const std::vector<bool>& failed) {
    const std::vector<std::uint32_t> gone = failedNodes(failed);
    if (gone.empty()) return tr("All nodes are up: restorable from every level");
    std::uint32_t level = 1;
    while (!lost_shares(level, group, failed).empty())
        ++level;
    const QString what = gone.size() == 1 ? tr("Node %1 has failed").arg(gone.front())
                                          : tr("Nodes %1 have failed").arg(listNumbers(gone));
    return tr("%1: still restorable from L%2").arg(what).arg(level);
}

QString modelTitle(const QString& name) {
    constexpr std::array<std::pair<const char*, const char*>, 7> titles{{{"bert-large", "BERT-large"},
                                                                         {"gpt2-small", "GPT-2 small"},
                                                                         {"gpt2-medium", "GPT-2 medium"},
                                                                         {"gpt2-xl", "GPT-2 XL"},
                                                                         {"resnet-50", "ResNet-50"},
                                                                         {"vit-b-16", "ViT-B/16"},
                                                                         {"llama-7b", "LLaMA-7B"}}};
    for (const auto& [known, title] : titles) {
        if (name == QLatin1String(known)) return QLatin1String(title);
    }
    return name;
}

}  // namespace stepvault::ui
