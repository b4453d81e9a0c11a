#pragma once

#include <string>

#include <QString>

namespace stepvault::ui {

/// How a checkpoint is coded, in the user's language; the name itself where it is none that is known.
QString schemeWord(const std::string& scheme);

}  // namespace stepvault::ui
