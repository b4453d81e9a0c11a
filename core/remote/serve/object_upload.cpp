#include "remote/serve/object_upload.h"

namespace stepvault {

Status ObjectUpload::write(std::uint64_t offset, const Bytes& bytes) {
    const std::scoped_lock lock(mutex_);
    if (offset < file_.size() || ahead_.contains(offset))
        return Error{ErrorCode::invalid_argument, "a request sends bytes that came before"};
    if (offset > file_.size()) {
        if (bytes.size() > most_ahead - bytes_ahead_)
            return Error{ErrorCode::limit, "a request sends bytes too far ahead"};
        bytes_ahead_ += bytes.size();
        ahead_.emplace(offset, bytes);
        return {};
    }
    STEPVAULT_TRY(file_.append(bytes));
    while (!ahead_.empty() && ahead_.begin()->first == file_.size()) {
        const auto next = ahead_.extract(ahead_.begin());
        bytes_ahead_ -= next.mapped().size();
        STEPVAULT_TRY(file_.append(next.mapped()));
    }
    return {};
}

Status ObjectUpload::finish() {
    const std::scoped_lock lock(mutex_);
    if (file_.is_whole()) return file_.publish(target_);
    if (file_.size() < file_.content().bytes)
        return Error{ErrorCode::invalid_argument, "an upload ends before all of its bytes came"};
    STEPVAULT_TRY(file_.clear());
    return Error{ErrorCode::corrupt, target_.filename().native() + " arrived damaged; try again"};
}

}  // namespace stepvault
