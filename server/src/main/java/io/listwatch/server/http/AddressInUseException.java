package io.listwatch.server.http;

import java.net.InetSocketAddress;

/** The server cannot listen on an address because another process does. */
public final class AddressInUseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final InetSocketAddress address;

  AddressInUseException(InetSocketAddress address, Throwable cause) {
    super("%s is in use".formatted(address), cause);
    this.address = address;
  }

  public InetSocketAddress address() {
    return address;
  }
}
