package io.listwatch.testing.wrong.time;

import io.listwatch.testing.wrong.metrics.Gauge;

/** Wrong: a leaf package has no dependencies. */
record UsesMetrics(Gauge gauge) {}
