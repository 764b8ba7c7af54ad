package io.listwatch.objects.strategy;

import java.util.List;

/**
 * Service addresses that are reserved for one write, so that no other write can take them: cluster
 * IPs, such as {@code 10.96.0.7}, and node ports.
 */
public record AllocatedAddresses(List<String> addresses, List<Integer> ports) {
  public static final AllocatedAddresses EMPTY = new AllocatedAddresses(List.of(), List.of());

  public AllocatedAddresses {
    addresses = List.copyOf(addresses);
    ports = List.copyOf(ports);
  }
}
