package io.listwatch.objects.strategy;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import java.util.List;

/**
 * Thrown if a service needs addresses that are not reserved for the write yet. Never reaches the
 * client: the server allocates them and retries the write.
 */
public final class MissingAddressesException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** The requested cluster IPs and node ports; an empty string and zero stand for any. */
  private final transient List<String> addresses;

  private final transient List<RequestedPort> ports;

  MissingAddressesException(List<String> addresses, List<RequestedPort> ports) {
    super(Status.of(StatusReason.INTERNAL_ERROR, "a service needs addresses that change"));
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
   * A node port to allocate.
   *
   * @param field its path in the service
   * @param number zero for any
   */
  public record RequestedPort(String field, int number) {}
}
