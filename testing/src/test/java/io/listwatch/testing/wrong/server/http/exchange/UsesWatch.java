package io.listwatch.testing.wrong.server.http.exchange;

import io.listwatch.testing.wrong.server.http.watch.Stream;

/** Wrong: watch may use exchange, not the reverse. */
record UsesWatch(Stream stream) {}
