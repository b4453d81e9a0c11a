/* Calls of Linux that glibc 2.17 has no functions for: renameat2() came with glibc 2.28 and Linux 3.15, statx() with
   2.28 and 4.11, memfd_create() with 2.27 and 3.17. Older kernels than those get what they can do themselves. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Callers know what to do without it. */
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

/* Without statx(), the time of birth is unknown, and a network file system may answer from its cache. */
int statx(int folder, const char* path, int flags, unsigned mask, struct statx* found) {
    const long done = syscall(SYS_statx, folder, path, flags, mask, found);
    if (done == 0 || errno != ENOSYS) return (int)done;
    struct stat old;
    if (fstatat(folder, path, &old, flags & (AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW)) != 0) return -1;
    memset(found, 0, sizeof *found);
    found->stx_mask = STATX_TYPE | STATX_MODE | STATX_INO | STATX_SIZE;
    found->stx_mode = (__u16)old.st_mode;
    found->stx_ino = old.st_ino;
    found->stx_size = (__u64)old.st_size;
    return 0;
}

int memfd_create(const char* name, unsigned flags) {
    const long made = syscall(SYS_memfd_create, name, flags);
    if (made >= 0 || errno != ENOSYS) return (int)made;
    char path[] = "/dev/shm/stepvault-XXXXXX";
    const int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return file;
}
