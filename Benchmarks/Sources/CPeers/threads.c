#define _GNU_SOURCE
#include "CPeers.h"

#ifdef __linux__
#include <sched.h>

void peers_stay_on_processor(int number) {
    cpu_set_t allowed, wanted;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    int count = CPU_COUNT(&allowed);
    if (count < 1) return;
    number %= count;
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &allowed)) continue;
        if (number-- > 0) continue;
        CPU_ZERO(&wanted);
        CPU_SET(processor, &wanted);
        // Without it the thread runs where the system lets it: no failure.
        sched_setaffinity(0, sizeof wanted, &wanted);
        return;
    }
}
#else
void peers_stay_on_processor(int number) {
    (void)number;
}
#endif
