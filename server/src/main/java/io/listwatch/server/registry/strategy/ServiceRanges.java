package io.listwatch.server.registry.strategy;

/** The ranges of ClusterIPs and node ports, and the order in which free ones are tried. */
final class ServiceRanges {
  static final String NETWORK = "10.96.0.0/12";
  static final int FIRST_PORT = 30_000;
  static final int LAST_PORT = 32_767;

  private static final int BASE = 10 << 24 | 96 << 16;
  private static final int SIZE = 1 << 20;

  /** The lowest ClusterIPs are left to services that request a specific one. */
  private static final int STATIC_ADDRESSES = 256;

  private static final int STATIC_PORTS = 86;

  private ServiceRanges() {}

  static int addressCount() {
    return SIZE - STATIC_ADDRESSES - 1; // the broadcast address is excluded
  }

  /** Returns the ClusterIP to try next, from any start. */
  static String address(int start, int attempt) {
    int number = BASE + STATIC_ADDRESSES + turn(start, attempt, addressCount());
    return "%d.%d.%d.%d"
        .formatted(number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255);
  }

  static int portCount() {
    return LAST_PORT - FIRST_PORT + 1;
  }

  /** Returns the node port to try next. The ports that services usually request come last. */
  static int port(int start, int attempt) {
    int dynamic = portCount() - STATIC_PORTS;
    return attempt < dynamic
        ? FIRST_PORT + STATIC_PORTS + turn(start, attempt, dynamic)
        : FIRST_PORT + attempt - dynamic;
  }

  private static int turn(int start, int attempt, int count) {
    return Math.floorMod((long) start + attempt, count);
  }

  /** True if the string is a ClusterIP that a service may request. */
  static boolean contains(String address) {
    String[] parts = address.split("\\.", -1);
    if (parts.length != 4) {
      return false;
    }
    int number = 0;
    for (String part : parts) {
      if (!part.matches("0|[1-9]\\d{0,2}") || Integer.parseInt(part) > 255) {
        return false;
      }
      number = number << 8 | Integer.parseInt(part);
    }
    int offset = number - BASE;
    return offset > 0 && offset < SIZE - 1;
  }
}
