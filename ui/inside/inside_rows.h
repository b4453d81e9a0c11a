// The rows of the tables that show a checkpoint's inside, from its report.
#pragma once

#include <vector>

#include "library/catalog/catalog.h"
#include "library/study/checkpoint_report.h"
#include "ui/inside/cell_table_model.h"

namespace stepvault::ui {

using CellRows = std::vector<std::vector<Cell>>;

/// "256 x 128"; "scalar" without dimensions.
QString shapeText(const std::vector<std::uint64_t>& shape);
/// Four significant digits; a dash for none.
QString figureText(const std::optional<double>& value);
Cell figureCell(const std::optional<double>& value);
/// `file` in front of the name where the checkpoint has several.
QString nameInFile(const std::string& file, const std::string& name);
/// The role of the catalog's spelling, in the user's language.
QString roleWordOf(const std::string& name);

/// Name, role, type, shape, norm, error, stored bytes.
CellRows tensorRows(const CheckpointReport& report);
/// Path, value.
CellRows objectRows(const CheckpointReport& report);
/// Part of the training's state, whether it is there, where.
CellRows checklistRows(const CheckpointReport& report);
/// Step, kind, scheme, id; the checkpoint itself first.
CellRows chainRows(const CheckpointReport& report);
/// Role, bytes, share of the step file.
CellRows sizeRows(const CheckpointReport& report);
/// Global name, file. Only names that PyTorch's own allow-list does not have.
CellRows importRows(const CheckpointReport& report);

}  // namespace stepvault::ui
