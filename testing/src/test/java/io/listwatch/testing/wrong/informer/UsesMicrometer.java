package io.listwatch.testing.wrong.informer;

import io.micrometer.core.instrument.MeterRegistry;

/** Wrong: Micrometer has a module of its own. */
record UsesMicrometer(MeterRegistry registry) {}
