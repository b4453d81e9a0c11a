// The texts about weights-only checkpoints, freed originals and parity.
#pragma once

#include <QString>

#include "ui/models/vault_outcome.h"
#include "ui/models/vault_view.h"
#include "ui/vault/rule_choice.h"

namespace stepvault::ui {

QString describeWeights(const RemovalPlan& plan);
/// Empty if there is nothing to do, as for the other buttons.
QString weightsButton(const RemovalPlan& plan);
QString describeFreeing(const FreeingPlan& plan);
QString freeingButton(const FreeingPlan& plan);
/// The purpose of parity of `percent` of the step files, and its size in bytes.
QString describeParity(const VaultView& view, std::optional<double> percent);
QString parityButton(std::optional<double> percent);

QString describe(const FreeOutcome& outcome);
QString describe(const ParityOutcome& outcome);

}  // namespace stepvault::ui
