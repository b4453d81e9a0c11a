#include "library/study/tensor_errors.h"

namespace stepvault {

Result<std::vector<TensorError>> errors_of(const StepFile& step) {
    std::vector<TensorError> errors;
    if (step.figures().empty()) return errors;
    STEPVAULT_ASSIGN(statistics, step.statistics());
    if (statistics.empty()) return errors;
    const auto& layout = step.layout();
    std::size_t next = 0;
    for (std::size_t p = 0; p < layout.payloads.size(); ++p) {
        const auto& payload = layout.payloads[p];
        if (!is_lossy(layout.streams[payload.stream].coding) || payload.same_as != StoredPayload::itself)
            continue;
        if (next == statistics.size()) {
            return Error{ErrorCode::corrupt,
                         step.path().string() + ": has fewer statistics than lossy tensors"};
        }
        errors.push_back({payload.name, payload.role, static_cast<double>(step.figures()[p].relative_error),
                          statistics[next++].sum_squares()});
    }
    return errors;
}

}  // namespace stepvault
