package io.listwatch.testing.wrong.testing.inside;

import io.listwatch.testing.wrong.server.http.Handler;

/** Right: this is not on the class path of a test. */
record UsesServerBehindTheWall(Handler handler) {}
