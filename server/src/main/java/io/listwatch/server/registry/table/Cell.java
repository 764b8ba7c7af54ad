package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.time.Instant;

/** How one value of a row is found in an object's bytes. */
@FunctionalInterface
interface Cell {
  void write(Resource object, Instant now, JsonGenerator out) throws IOException;
}
