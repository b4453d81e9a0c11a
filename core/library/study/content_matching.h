#pragma once

#include <optional>
#include <string>
#include <vector>

#include "library/study/checkpoint_contents.h"

namespace stepvault {

/// For each file of A, the index of the same file in B. Files match by path; or by the path without digits,
/// where it is unique in both; or because each checkpoint has only one file.
std::vector<std::optional<std::size_t>> match_files(const std::vector<std::string>& a,
                                                    const std::vector<std::string>& b);

/// For each tensor of A, the index of the same tensor in B. Tensors match by name in the same file, and then,
/// where the name is unique among those left over on both sides, by name alone: a model may lie in another
/// number of files.
std::vector<std::optional<std::size_t>> match_tensors(const std::vector<ContentTensor>& a,
                                                      const std::vector<ContentTensor>& b);

}  // namespace stepvault
