package io.listwatch.testing.wrong.server.registry;

import io.listwatch.testing.wrong.server.http.Handler;

/** Wrong: http may use registry, not the reverse. */
record UsesHttp(Handler handler) {}
