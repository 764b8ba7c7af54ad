package io.listwatch.client.event;

/**
 * The {@code source} of an event.
 *
 * @param component the program
 * @param instance one of several, such as a pod or a node; may be empty
 */
record EventSource(String component, String instance) {
  EventSource {
    if (component.isEmpty()) {
      throw new IllegalArgumentException("component: empty (expected: the program's name)");
    }
  }
}
