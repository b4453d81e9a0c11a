#include <stdexcept>

#include "container/hdf5_walk.h"

namespace stepvault {

bool has_hdf5() {
    return false;
}

Bytes walk_hdf5(const File&, const Hdf5Range&) {
    throw std::logic_error("built without HDF5");
}

}  // namespace stepvault
