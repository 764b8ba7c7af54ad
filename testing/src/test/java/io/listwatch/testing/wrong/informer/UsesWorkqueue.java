package io.listwatch.testing.wrong.informer;

import io.listwatch.testing.wrong.workqueue.Queue;

/** Wrong: workqueue stands alone. */
record UsesWorkqueue(Queue queue) {}
