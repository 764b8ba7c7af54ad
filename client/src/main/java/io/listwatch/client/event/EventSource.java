package io.listwatch.client.event;

/**
 * The {@code source} of an event.
 *
 * @param component the program
 * @param instance identifies one of several instances, such as by the name of its pod or node; may
 *     be empty
 */
record EventSource(String component, String instance) {
  EventSource {
    if (component.isEmpty()) {
      throw new IllegalArgumentException("component: empty (expected: the program's name)");
    }
  }
}
