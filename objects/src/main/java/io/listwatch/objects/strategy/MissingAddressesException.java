package io.listwatch.objects.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import java.util.List;

/**
 * A service cannot be written without addresses that nobody holds for it yet. Nobody is told: the
 * server allocates them, and the write is tried again.
 */
public final class MissingAddressesException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** What is asked for by name; empty texts and zeros are for any. */
  private final transient List<String> addresses;

  private final transient List<RequestedPort> ports;

  MissingAddressesException(List<String> addresses, List<RequestedPort> ports) {
    super(Status.of(500, StatusReason.INTERNAL_ERROR, "a service needs addresses that change"));
    this.addresses = List.copyOf(addresses);
    this.ports = List.copyOf(ports);
  }

  public List<String> addresses() {
    return addresses;
  }

  public List<RequestedPort> ports() {
    return ports;
  }

  /**
   * A port of nodes.
   *
   * @param field where the service says so
   * @param number zero for any
   */
  public record RequestedPort(String field, int number) {}
}
