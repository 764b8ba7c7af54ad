package io.listwatch.workloads.endpoints;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A port of an endpoint. Its name is that of the Service's port. */
record EndpointPort(String name, int port, String protocol, @Nullable String appProtocol)
    implements Comparable<EndpointPort> {
  private static final Comparator<EndpointPort> ORDER =
      Comparator.comparing(EndpointPort::name)
          .thenComparing(EndpointPort::protocol)
          .thenComparingInt(EndpointPort::port);

  @Override
  public int compareTo(EndpointPort other) {
    return ORDER.compare(this, other);
  }
}
