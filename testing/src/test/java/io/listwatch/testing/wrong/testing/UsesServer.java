package io.listwatch.testing.wrong.testing;

import io.listwatch.testing.wrong.server.http.Handler;

/** Wrong: the server is not on a test's class path. */
record UsesServer(Handler handler) {}
