package io.listwatch.server.registry.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** How the cells of a kind are computed from the whole object. */
@FunctionalInterface
interface ComputedRow {
  /** A string, a number or a boolean for each column. */
  List<Object> cells(JsonNode object, Instant now);
}
