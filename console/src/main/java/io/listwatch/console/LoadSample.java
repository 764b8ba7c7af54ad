package io.listwatch.console;

import java.time.Instant;

/**
 * The load of one interval.
 *
 * @param at the end of the interval
 * @param requests finished in the interval, watches included
 * @param failures the requests among them that ended with 429 or 5xx
 * @param median latency of the requests that are not watches, in seconds
 * @param high the 99th percentile of that latency
 * @param events changes that the watch caches received
 * @param deliveries events and bookmarks that were sent to watches
 * @param watches open at the end of the interval; the remaining figures are of that time, too
 * @param heap bytes in use
 */
record LoadSample(
    Instant at,
    long requests,
    long failures,
    double median,
    double high,
    long events,
    long deliveries,
    long watches,
    long inFlight,
    long queued,
    long heap,
    long stored) {}
