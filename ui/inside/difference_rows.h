// The rows of the tables that show how a checkpoint differs from another, and the sentence above them.
#pragma once

#include "library/study/checkpoint_difference.h"
#include "ui/inside/inside_rows.h"

namespace stepvault::ui {

/// Name, role, what changed, norm, change, relative change, cosine, largest difference, share of elements
/// that differ; the largest relative change first.
CellRows differenceRows(const CheckpointDifference& difference);
/// Role, tensors, changed tensors, and the same figures; all roles together last.
CellRows differenceTotals(const CheckpointDifference& difference);
/// Path, value in A, value in B.
CellRows valueRows(const CheckpointDifference& difference);
/// How far the two lie apart, and what the figures leave out or include.
QString differenceSentence(const CheckpointDifference& difference);

}  // namespace stepvault::ui
