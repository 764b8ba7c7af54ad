package io.listwatch.testing.wrong.client;

import io.listwatch.testing.wrong.server.http.Handler;

/** Wrong: client and server must not use each other. */
record UsesServer(Handler handler) {}
