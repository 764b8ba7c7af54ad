package io.listwatch.objects.strategy;

import java.util.List;

/**
 * Addresses of services that are held for one write, so that nobody else takes them meanwhile: of
 * the cluster, such as {@code 10.96.0.7}, and ports of nodes.
 */
public record AllocatedAddresses(List<String> addresses, List<Integer> ports) {
  public static final AllocatedAddresses EMPTY = new AllocatedAddresses(List.of(), List.of());

  public AllocatedAddresses {
    addresses = List.copyOf(addresses);
    ports = List.copyOf(ports);
  }
}
