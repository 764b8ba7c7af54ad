package io.listwatch.testing.wrong.controller;

import io.listwatch.testing.wrong.metrics.Gauge;
import io.listwatch.testing.wrong.model.Note;
import io.listwatch.testing.wrong.workqueue.Queue;
import org.slf4j.Logger;

/** Right: controller may use all of these. */
record UsesWhatItMay(Note note, Queue queue, Gauge gauge, Logger log) {}
