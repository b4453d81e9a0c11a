#pragma once

#include <memory>
#include <optional>

#include "run/completeness.h"
#include "vault/encode/encode_request.h"
#include "vault/encode/parent_state.h"
#include "vault/format/step_content.h"

namespace stepvault {

/// A checkpoint coded into a step file that is not yet published. Destroyed before publish(), it leaves
/// nothing behind but a tip whose chunks it may have replaced. All processes of the group call the same
/// functions.
class EncodedStep {
 public:
    /// Codes `checkpoint` by meta.scheme against meta.parent. The caller holds the run's lock; `checkpoint`
    /// and `context` must outlive the result. ErrorCode::changed if a file changed meanwhile; corrupt if the
    /// parent cannot be read, or not together with this step in request.memory; limit if this step alone
    /// needs more. Uses a few chunks of memory for each thread, and in a group also the coded bytes of the
    /// process's own chunks. Progress counts the bytes read.
    static Result<std::unique_ptr<EncodedStep>> encode(const OpenCheckpoint& checkpoint,
                                                       EncodeRequest request, const EncodeContext& context);

    /// Size of the coded chunks, bytes.
    [[nodiscard]] std::uint64_t coded_bytes() const;

    /// Makes the step file durable under its name, replaces the tip, and returns the file. A base that is
    /// coded anew replaces its file. With EncodeContext::piece it completes the piece and returns nothing.
    /// Called once.
    Result<std::optional<StepFile>> publish();

 private:
    EncodedStep(const OpenCheckpoint& checkpoint, EncodeRequest request, const EncodeContext& context);
    [[nodiscard]] Communicator& group() const { return context_.shared.communicator; }
    Status prepare();
    Status open_parents();
    [[nodiscard]] Status check_memory(const Chain* parent) const;
    [[nodiscard]] Status check_same() const;
    Status create_file();
    Status write_content();

    const OpenCheckpoint& checkpoint_;
    EncodeRequest request_;
    const EncodeContext& context_;
    StepContent content_;
    std::unique_ptr<Chain> parent_;   ///< until state_ takes it
    std::unique_ptr<Chain> before_;   ///< null where it is the parent
    std::unique_ptr<NextStep> next_;  ///< of a base that is coded anew, until state_ takes it
    std::optional<ParentState> state_;
    std::optional<StepFileWriter> writer_;
};

}  // namespace stepvault
