package io.listwatch.client.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One block of a PEM file. */
final class PemBlock {
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ([A-Z0-9 ]+)-----\\s*((?:[A-Za-z0-9-]+:[^\\n]*\\n\\s*)*)"
              + "([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  private final String label;
  private final String headers;
  private final byte[] der;

  private PemBlock(String label, String headers, byte[] der) {
    this.label = label;
    this.headers = headers;
    this.der = der;
  }

  /** Parses all blocks and ignores text around them. */
  static List<PemBlock> parse(byte[] pem) {
    var blocks = new ArrayList<PemBlock>();
    Matcher matcher = BLOCK.matcher(new String(pem, ISO_8859_1));
    while (matcher.find()) {
      byte[] der = Base64.getMimeDecoder().decode(matcher.group(3));
      blocks.add(new PemBlock(matcher.group(1), matcher.group(2), der));
    }
    return blocks;
  }

  /** Returns the label, such as {@code CERTIFICATE}. */
  String label() {
    return label;
  }

  /** Returns the header lines before the data, as in encrypted keys. */
  String headers() {
    return headers;
  }

  /** Returns the decoded contents. */
  byte[] der() {
    return der;
  }
}
