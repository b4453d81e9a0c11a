#pragma once

#include "library/services/local_vault.h"
#include "remote/serve/dispatcher.h"
#include "remote/serve/step_sources.h"
#include "remote/serve/stored_files.h"

namespace stepvault {

/// The services of a local vault by the numbers of wire::Methods.
class VaultDispatcher final : public Dispatcher {
 public:
    /// `vault` must outlive this object.
    explicit VaultDispatcher(LocalVault& vault);

    [[nodiscard]] const std::filesystem::path& folder() const override { return vault_.folder(); }

 private:
    template <class S>
    S& service();

    LocalVault& vault_;
    StepSources sources_;
    StoredFiles files_;
};

}  // namespace stepvault
