package io.listwatch.testing.wrong.client;

import io.listwatch.testing.wrong.server.http.Handler;

/** Wrong: client and server do not know each other. */
record UsesServer(Handler handler) {}
