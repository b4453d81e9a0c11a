// Implements the functions of Queries that study a stored step. None takes a lock.
#pragma once

#include <string>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/catalog/catalog.h"
#include "library/study/bits_study.h"
#include "library/study/checkpoint_difference.h"
#include "library/study/row_changes.h"
#include "vault/records/scheme_choice.h"
#include "vault/records/vault.h"

namespace stepvault {

/// The predictions for a step that is stored exactly.
struct RecodedStudy {
    BitsStudy study;
    RowChanges rows;  ///< for BitsStudy::scar(), from the stored states
};

/// The same, as it is read from the disk.
struct RecodedSource {
    StudySource study;
    RowChanges rows;
};

/// The source of Queries::study_bits().
Result<StudySource> study_source(const Vault& vault, Catalog& catalog, const std::string& run_id,
                                 const std::string& checkpoint_id);
/// The source of Queries::study_recoded().
Result<RecodedSource> recoded_source(const Vault& vault, const std::string& run_id,
                                     const std::string& checkpoint_id, const SchemeChoice& choice,
                                     ThreadPool& pool, const JobContext& job);

/// See Queries::study_bits().
Result<BitsStudy> study_bits(const Vault& vault, Catalog& catalog, const std::string& run_id,
                             const std::string& checkpoint_id);

/// See Queries::study_recoded().
Result<RecodedStudy> study_recoded(const Vault& vault, const std::string& run_id,
                                   const std::string& checkpoint_id, const SchemeChoice& choice,
                                   ThreadPool& pool, const JobContext& job);

/// See Queries::row_changes().
Result<RowChanges> row_changes(const Vault& vault, const std::string& run_id,
                               const std::string& checkpoint_id, ThreadPool& pool, const JobContext& job);

/// See Queries::difference().
Result<CheckpointDifference> compare_places(const Vault& vault, const CheckpointPlace& a,
                                            const CheckpointPlace& b, ThreadPool& pool,
                                            const JobContext& job);

}  // namespace stepvault
