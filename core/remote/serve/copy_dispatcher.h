#pragma once

#include "remote/serve/copy_objects.h"
#include "remote/serve/dispatcher.h"

namespace stepvault {

/// A copy in a folder by the numbers of wire::CopyMethods.
class CopyDispatcher final : public Dispatcher {
 public:
    /// `folder`: absolute; need not exist.
    explicit CopyDispatcher(std::filesystem::path folder);

    [[nodiscard]] const std::filesystem::path& folder() const override { return objects_.folder(); }

 private:
    CopyObjects objects_;
};

}  // namespace stepvault
