package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.time.Instant;

/** Writes one cell of a row from an object's bytes. */
@FunctionalInterface
interface Cell {
  void write(Resource object, Instant now, JsonGenerator out) throws IOException;
}
