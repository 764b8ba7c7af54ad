package io.listwatch.testing.wrong.workqueue;

import io.listwatch.testing.wrong.model.Note;

/** Wrong: workqueue must not use model. */
record UsesModel(Note note) {}
