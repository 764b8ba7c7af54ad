package io.listwatch.testing.wrong.informer;

import io.listwatch.testing.wrong.workqueue.Queue;

/** Wrong: informer must not use workqueue. */
record UsesWorkqueue(Queue queue) {}
