/* Preloaded: schedstat cannot be opened, as where the system has none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>

typedef int opener(const char *, int, ...);

static int open_unless_denied(const char *name, const char *path, int flags, mode_t mode)
{
    size_t length = strlen(path);
    if (length >= 9 && strcmp(path + length - 9, "schedstat") == 0)
    {
        errno = EACCES;
        return -1;
    }
    return ((opener *)dlsym(RTLD_NEXT, name))(path, flags, mode);
}

#define OPENER(name) int name(const char *path, int flags, ...) \
    { va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
      return open_unless_denied(#name, path, flags, mode); }

OPENER(open)
OPENER(open64)
