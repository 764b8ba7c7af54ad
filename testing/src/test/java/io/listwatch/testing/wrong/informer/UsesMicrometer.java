package io.listwatch.testing.wrong.informer;

import io.micrometer.core.instrument.MeterRegistry;

/** Wrong: only the module micrometer may use Micrometer. */
record UsesMicrometer(MeterRegistry registry) {}
