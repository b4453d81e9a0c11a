#pragma once

namespace stepvault::ui {

/// The sections of the guide's page on the window, in their order.
enum class GuideTopic { runs, run, inside, metrics, compare, bits, interval, cluster, vault, log, webhook };

}  // namespace stepvault::ui
