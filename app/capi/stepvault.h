/* Stepvault as a library for other programs, in plain C: several processes store and restore checkpoints
 * together.
 *
 * Every function that returns an int returns STEPVAULT_OK or another stepvault_code, and puts one line of
 * text into `message`: `room` bytes, including the zero at the end; longer text is cut off; NULL with room 0
 * is allowed. Nothing throws, and nothing is printed.
 *
 * Processes: stepvault_open, _save, _restore, _rebuild, _due_level, _steps and _close of a group's vault are
 * to be called by all ranks in the same order, with the same arguments except where said. Codes and messages
 * are the same on all ranks, unless the communicator itself failed or memory ran out; the vault can then only
 * be closed.
 *
 * Threads: one call at a time for a vault or a checkpoint, from any thread. stepvault_cancel and
 * stepvault_progress may be called while another call runs. The communicator's functions are called by the
 * thread that makes the call.
 *
 * Texts are bytes with a length, paths as the file system has them, names in UTF-8. What is passed in is only
 * read during the call; the communicator's `context` must outlive the vault. Sizes are bytes, times seconds.
 */
#ifndef STEPVAULT_H
#define STEPVAULT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define STEPVAULT_EXPORT __attribute__((visibility("default")))
#else
#define STEPVAULT_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when a function or structure changes its meaning. */
#define STEPVAULT_ABI 2
STEPVAULT_EXPORT uint32_t stepvault_abi(void);

typedef enum stepvault_code {
    STEPVAULT_OK = 0,
    STEPVAULT_INVALID_ARGUMENT = 1,
    STEPVAULT_NOT_FOUND = 2,
    STEPVAULT_ALREADY_EXISTS = 3,
    STEPVAULT_INCOMPLETE = 4,
    STEPVAULT_CHANGED = 5,
    STEPVAULT_CORRUPT = 6,
    STEPVAULT_UNSUPPORTED = 7,
    STEPVAULT_LIMIT = 8,
    STEPVAULT_LOCKED = 9,
    STEPVAULT_NO_SPACE = 10,
    STEPVAULT_PERMISSION = 11,
    STEPVAULT_IO = 12,
    STEPVAULT_CANCELLED = 13,
    STEPVAULT_FAILED = 14 /* out of memory or another resource */
} stepvault_code;

typedef struct stepvault_text {
    const char* data;
    size_t length;
} stepvault_text;

/* Copies the bytes that a rank sent. */
typedef void (*stepvault_deliver)(void* sink, uint32_t rank, const void* data, size_t length);

/* A group of processes that work together. */
typedef struct stepvault_communicator {
    uint32_t rank;
    uint32_t size;
    const uint32_t* machines; /* by rank, the machine it runs on, of any numbers; NULL: all on one */
    void* context;            /* handed to the functions below */
    /* Waits for all ranks, then delivers each one's `mine`, its own included, by rank ascending. Other than
     * 0: it failed. */
    int (*all_gather)(void* context, const void* mine, size_t length, stepvault_deliver deliver, void* sink);
    /* The same, but `mine` has something for each rank, and only what each has for this one is delivered.
     * NULL: by means of `all_gather`, all bytes to all. */
    int (*all_to_all)(void* context, const stepvault_text* mine, stepvault_deliver deliver, void* sink);
} stepvault_communicator;

typedef struct stepvault_options {
    stepvault_text vault;                       /* its folder, which all ranks see */
    int create;                                 /* make the vault where there is none */
    const stepvault_communicator* communicator; /* NULL: this process is alone */
    uint32_t threads;                           /* of this process; 0: one for each core */
    stepvault_text node_folder; /* a node's own folder, %n for its number; empty: level 4 alone */
    uint32_t nodes;             /* 0: one for each machine */
    uint32_t group;             /* nodes that keep copies and parity for each other; 0: 4 */
} stepvault_options;

typedef struct stepvault_vault stepvault_vault;

/* Sets `vault` to NULL on failure. */
STEPVAULT_EXPORT int stepvault_open(const stepvault_options* options, stepvault_vault** vault, char* message,
                                    size_t room);
/* Must not be called while another call runs. NULL is allowed. */
STEPVAULT_EXPORT void stepvault_close(stepvault_vault* vault);

/* A file that a rank holds, of a checkpoint that is a folder of files. */
typedef struct stepvault_file {
    stepvault_text name; /* in the folder */
    stepvault_text path;
} stepvault_file;

typedef struct stepvault_save_request {
    stepvault_text path;   /* the checkpoint; may differ by rank, but not its bytes and modification time */
    stepvault_text source; /* its name in the vault; empty: its own name */
    stepvault_text run;    /* created if there is none */
    stepvault_text folder; /* the run's own folder if the run is created; empty: the checkpoint's folder */
    /* Not 0: the checkpoint is all files that the ranks hold, each held by one rank, which alone reads and
     * codes it; `path` is ignored, and `source` and `folder` must not be empty. */
    int in_parts;
    const stepvault_file* files; /* `file_count` files that this rank holds; NULL with 0 is allowed */
    uint32_t file_count;
    /* Not 0: the checkpoint is in memory and never was a file. Then what is stored is the only original, and
     * a run's first checkpoint may be coded anew from it, with a loss, when the second one comes. */
    int from_memory;
    int64_t step;
    stepvault_text scheme;   /* "adaptive", "lc", "exact"; empty: the run's scheme */
    double error;            /* target relative error of adaptive; 0: its default */
    uint32_t bits;           /* bits of lc; 0: its default */
    uint32_t level;          /* 1 to 3: on the nodes; 4: in the vault */
    const uint32_t* weights; /* by rank: its share of the work; NULL: equal shares */
} stepvault_save_request;

typedef struct stepvault_save_report {
    char id[64]; /* of the checkpoint */
    uint32_t level;
    uint64_t bytes;        /* of the checkpoint */
    uint64_t stored_bytes; /* of its step file */
    double seconds;
} stepvault_save_report;

STEPVAULT_EXPORT int stepvault_save(stepvault_vault* vault, const stepvault_save_request* request,
                                    stepvault_save_report* report, char* message, size_t room);

/* The part of a checkpoint that a rank coded. */
typedef struct stepvault_rank_work {
    uint64_t bytes;   /* of the original */
    uint64_t tensors; /* a part of a tensor counts as one */
    double seconds;   /* without waiting for other ranks */
} stepvault_rank_work;

/* Calls `each` for each rank, by rank, with its part of the last save that succeeded; not if there is none. */
STEPVAULT_EXPORT void stepvault_work(const stepvault_vault* vault,
                                     void (*each)(void* sink, const stepvault_rank_work* work), void* sink);

typedef struct stepvault_restore_request {
    stepvault_text run;
    const int64_t* step;   /* NULL: the newest, from the nodes or the vault */
    stepvault_text output; /* may differ by rank; empty: this rank writes nothing */
    int replace;           /* not 0: replace an existing output, but only once the new one is complete */
} stepvault_restore_request;

typedef struct stepvault_restore_report {
    char id[64];
    int64_t step;
    uint64_t bytes; /* bytes written */
} stepvault_restore_report;

/* On success, `message` has a line for each newer step that could not be rebuilt from the nodes. */
STEPVAULT_EXPORT int stepvault_restore(stepvault_vault* vault, const stepvault_restore_request* request,
                                       stepvault_restore_report* report, char* message, size_t room);

/* Sets `level` to the level on which a save is due now, 0 for none. `intervals`: the seconds between saves on
 * levels 1 to 4, 0 for a level that is not used. */
STEPVAULT_EXPORT int stepvault_due_level(stepvault_vault* vault, stepvault_text run,
                                         const uint32_t intervals[4], uint32_t* level, char* message,
                                         size_t room);

/* Rebuilds the newest whole step of the nodes in the vault, unless the vault has a newer one. The nodes and
 * ranks may be others than those that saved it. On success, `message` is as of stepvault_restore(). */
STEPVAULT_EXPORT int stepvault_rebuild(stepvault_vault* vault, stepvault_text run, char* message,
                                       size_t room);

typedef struct stepvault_step {
    char id[64];
    int64_t step;
    uint32_t level; /* 1 to 3: on the nodes; 4: in the vault */
    double saved;   /* since the epoch */
} stepvault_step;

/* Calls `each` for each step of a run in the vault and on the nodes, newest last. */
STEPVAULT_EXPORT int stepvault_steps(stepvault_vault* vault, stepvault_text run,
                                     void (*each)(void* sink, const stepvault_step* step), void* sink,
                                     char* message, size_t room);

/* A stored checkpoint, open for reading parts of its files. Not a matter of all ranks: each may open and read
 * what it needs. */
typedef struct stepvault_checkpoint stepvault_checkpoint;

/* `vault`: the vault's folder. `step`: NULL for the newest step in the vault. `threads`: 0: one for each
 * core. Sets `checkpoint` to NULL on failure. */
STEPVAULT_EXPORT int stepvault_open_checkpoint(stepvault_text vault, stepvault_text run, const int64_t* step,
                                               uint32_t threads, stepvault_checkpoint** checkpoint,
                                               char* message, size_t room);
/* NULL is allowed. */
STEPVAULT_EXPORT void stepvault_close_checkpoint(stepvault_checkpoint* checkpoint);

/* Calls `each` for each file. Returns the checkpoint's step. */
STEPVAULT_EXPORT int64_t stepvault_files(const stepvault_checkpoint* checkpoint,
                                         void (*each)(void* sink, stepvault_text name, uint64_t bytes),
                                         void* sink);

typedef struct stepvault_range {
    stepvault_text file; /* its name; empty for a checkpoint of one file */
    uint64_t offset;
    uint64_t length;
    void* to; /* `length` bytes */
} stepvault_range;

/* Reads parts of files, and decodes no more than they need. */
STEPVAULT_EXPORT int stepvault_read(stepvault_checkpoint* checkpoint, const stepvault_range* ranges,
                                    size_t count, char* message, size_t room);

typedef struct stepvault_tensor {
    stepvault_text name; /* path: keys and indices joined by '.' */
    uint64_t bytes;
    uint32_t item_size;
} stepvault_tensor;

/* Elements of a tensor, in C order, for a rank to save. */
typedef struct stepvault_slice {
    uint32_t rank;
    uint32_t tensor; /* its index in the list */
    uint64_t first;
    uint64_t elements;
} stepvault_slice;

/* Divides tensors that `ranks` ranks all hold, so that bytes and numbers of tensors are in proportion to
 * `weights` (by rank; NULL: equal ranks): the plan that `stepvault partition` shows. Calls `each` for each
 * slice, by rank; each element is in one slice. The same on every machine. */
STEPVAULT_EXPORT int stepvault_partition(const stepvault_tensor* tensors, size_t count, uint32_t ranks,
                                         const uint32_t* weights,
                                         void (*each)(void* sink, const stepvault_slice* slice), void* sink,
                                         char* message, size_t room);

/* Ends a running stepvault_save or _restore with STEPVAULT_CANCELLED on all ranks, unless it is almost
 * finished. */
STEPVAULT_EXPORT void stepvault_cancel(stepvault_vault* vault);
/* The progress of the running save or restore, or else of the last one; `total` is 0 while it is unknown. */
STEPVAULT_EXPORT void stepvault_progress(stepvault_vault* vault, uint64_t* done, uint64_t* total);

#ifdef __cplusplus
}
#endif

#endif
