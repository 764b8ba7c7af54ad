package io.listwatch.testing.wrong.testing;

import io.listwatch.testing.wrong.server.http.Handler;

/** Wrong: on the class path of a test there is no server. */
record UsesServer(Handler handler) {}
