package io.listwatch.testing.wrong.testing.inside;

import io.listwatch.testing.wrong.server.http.Handler;

/** Right: this package has its own class loader, together with the server. */
record UsesServerBehindTheWall(Handler handler) {}
