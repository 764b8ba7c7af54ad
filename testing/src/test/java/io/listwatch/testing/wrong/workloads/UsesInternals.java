package io.listwatch.testing.wrong.workloads;

import io.listwatch.testing.wrong.client.Exchange;
import io.listwatch.testing.wrong.client.wire.Frame;

/** Breaks the rule that workloads use the API of core and client only. */
public final class UsesInternals {
  int type(Frame frame) {
    return frame.length();
  }

  int method(Exchange exchange) {
    return exchange.rest();
  }

  int allowed(Exchange exchange) {
    return exchange.status();
  }
}
