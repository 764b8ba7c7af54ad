package io.listwatch.client.event;

/**
 * Who says something.
 *
 * @param component the program
 * @param instance which of several, such as a pod or a machine; may be empty
 */
record EventSource(String component, String instance) {
  EventSource {
    if (component.isEmpty()) {
      throw new IllegalArgumentException("component: empty (expected: the program's name)");
    }
  }
}
