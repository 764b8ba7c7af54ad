package io.listwatch.testing.wrong.time;

import io.listwatch.testing.wrong.metrics.Gauge;

/** Wrong: a leaf uses nobody. */
record UsesMetrics(Gauge gauge) {}
