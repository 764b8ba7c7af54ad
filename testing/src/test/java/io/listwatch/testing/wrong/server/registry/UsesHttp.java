package io.listwatch.testing.wrong.server.registry;

import io.listwatch.testing.wrong.server.http.Handler;

/** Wrong: http comes before registry. */
record UsesHttp(Handler handler) {}
