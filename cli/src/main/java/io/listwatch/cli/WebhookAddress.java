package io.listwatch.cli;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The address of the webhooks behind a Service.
 *
 * @param service {@code namespace/name}
 */
record WebhookAddress(String service, InetSocketAddress address) {
  private static final Pattern FORM =
      Pattern.compile("([^/=]+/[^/=]+)=\\[?([^=\\[\\]]+?)]?:([0-9]{1,5})");

  private static final int MAX_PORT = 65_535;

  /** Returns the addresses by Service. The last one of a Service counts. */
  static Map<String, InetSocketAddress> byService(List<WebhookAddress> addresses) {
    var byService = new LinkedHashMap<String, InetSocketAddress>();
    addresses.forEach(each -> byService.put(each.service, each.address));
    return byService;
  }

  /** Parses {@code NS/NAME=HOST:PORT}. */
  static final class Converter implements ITypeConverter<WebhookAddress> {
    @Override
    public WebhookAddress convert(String text) {
      Matcher form = FORM.matcher(text);
      if (form.matches() && Integer.parseInt(form.group(3)) <= MAX_PORT) {
        return new WebhookAddress(
            form.group(1),
            InetSocketAddress.createUnresolved(form.group(2), Integer.parseInt(form.group(3))));
      }
      throw new TypeConversionException(
          "'%s' is not an address of a Service (expected: NS/NAME=HOST:PORT)".formatted(text));
    }
  }
}
