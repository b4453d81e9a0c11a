#include "base/atomic_file.h"
#include "db/sqlite_catalog.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_catalog {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

constexpr std::size_t most_asked = 4;  // of each kind

void query(Catalog& catalog) {
    (void)catalog.steps_seen();
    const auto runs = catalog.runs();
    if (!runs) return;
    for (std::size_t r = 0; r < std::min(runs->size(), most_asked); ++r) {
        const auto& run = (*runs)[r].id;
        if (const auto checkpoints = catalog.checkpoints(run)) {
            for (std::size_t c = 0; c < std::min(checkpoints->size(), most_asked); ++c)
                (void)catalog.tensors(run, (*checkpoints)[c].id);
        }
        (void)catalog.step_sizes(run);
        (void)catalog.checkpoint_totals(run);
        (void)catalog.newest_saves(run, most_asked);
        const auto series = catalog.series(run);
        for (std::size_t s = 0; series && s < std::min(series->size(), most_asked); ++s) {
            const auto& tag = (*series)[s].tag;
            (void)catalog.points(run, tag);
            (void)catalog.blocks(run, tag);
            (void)catalog.chart(run, tag, {}, 100);
        }
        (void)catalog.metrics_end(run);
    }
    (void)catalog.version();
}

/// The calls of a reindex.
void fill_anew(Catalog& catalog) {
    if (!catalog.clear()) return;
    (void)catalog.put_run({.id = "run", .name = "run", .folder = "/run", .scheme = Scheme::exact});
    CheckpointRow row;
    row.id = "1";
    row.run_id = "run";
    (void)catalog.put_checkpoint(row, {});
}

}  // namespace

STEPVAULT_FUZZ_TARGET(catalog, data, size) {
    static const ScratchFolder folder;
    const auto path = folder.path() / "catalog.sqlite";
    if (!discard_sqlite_catalog(path) || !write_file_atomically(path, as_bytes(data, size))) return;
    if (const auto catalog = open_sqlite_catalog(path, CatalogAccess::read_only)) query(**catalog);
    if (const auto catalog = open_sqlite_catalog(path)) {
        query(**catalog);
        fill_anew(**catalog);
    }
}

}  // namespace fuzz_catalog
