package io.listwatch.testing.wrong.server.http.exchange;

import io.listwatch.testing.wrong.server.http.watch.Stream;

/** Wrong: an exchange knows nothing of what is done with it. */
record UsesWatch(Stream stream) {}
