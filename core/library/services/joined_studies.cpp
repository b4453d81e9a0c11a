// The queries of JoinedQueries that read a checkpoint.
#include "library/services/joined_queries.h"

namespace stepvault {

Result<std::vector<TensorRow>> JoinedQueries::tensors(const std::string& run_id,
                                                      const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().tensors(place.run_id, checkpoint_id);
}

Result<PartitionTree> JoinedQueries::tree(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().tree(place.run_id, checkpoint_id);
}

Result<CheckpointReport> JoinedQueries::report(const std::string& run_id, const std::string& checkpoint_id,
                                               const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().report(place.run_id, checkpoint_id, job);
}

Result<CheckpointDifference> JoinedQueries::difference(const CheckpointPlace& a, const CheckpointPlace& b,
                                                       const JobContext& job) {
    auto* vault = parts_.primary().get();
    bool is_found = false;
    for (const auto* side : {&a, &b}) {
        if (side->run_id.empty()) continue;
        STEPVAULT_ASSIGN(place, parts_.find(side->run_id));
        if (is_found && place.vault != vault)
            return Error{ErrorCode::unsupported,
                         "the checkpoints are in different vaults; restore one of them to a file first and "
                         "compare the other with it"};
        vault = place.vault;
        is_found = true;
    }
    return vault->queries().difference(a, b, job);
}

Result<BitsStudy> JoinedQueries::study_bits(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().study_bits(place.run_id, checkpoint_id);
}

Result<RecodedStudy> JoinedQueries::study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                                  const SchemeChoice& choice, const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().study_recoded(place.run_id, checkpoint_id, choice, job);
}

Result<RowChanges> JoinedQueries::row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                              const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().row_changes(place.run_id, checkpoint_id, job);
}

Result<std::vector<TensorError>> JoinedQueries::tensor_errors(const std::string& run_id,
                                                              const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->queries().tensor_errors(place.run_id, checkpoint_id);
}

}  // namespace stepvault
