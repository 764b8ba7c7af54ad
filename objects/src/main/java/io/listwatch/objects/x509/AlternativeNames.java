package io.listwatch.objects.x509;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * The subject alternative names of a certificate signing request, by type. Names of other types are
 * left out.
 *
 * <p>Immutable.
 */
public final class AlternativeNames {

  private static final String EXTENSIONS = "1.2.840.113549.1.9.14";
  private static final String ALTERNATIVE_NAMES = "2.5.29.17";
  private static final int EMAIL = 0x81;
  private static final int DNS = 0x82;
  private static final int URI = 0x86;
  private static final int ADDRESS = 0x87;
  private static final List<Integer> SORTS = List.of(EMAIL, DNS, URI, ADDRESS);
  private static final AlternativeNames NONE =
      new AlternativeNames(new int[SORTS.size()], new byte[0]);

  /** The number of names of each type. */
  private final int[] counts;

  private final byte[] encoded;

  private AlternativeNames(int[] counts, byte[] encoded) {
    this.counts = counts;
    this.encoded = encoded;
  }

  /**
   * Reads the names.
   *
   * @param info the rest of a request's info, after its public key
   */
  static AlternativeNames of(DerReader info) throws IOException {
    if (!info.isTagged(0)) {
      return NONE;
    }
    DerReader attributes = info.tagged(0);
    while (attributes.hasNext()) {
      DerReader attribute = attributes.sequence();
      if (attribute.id().equals(EXTENSIONS)) {
        return ofExtensions(attribute.set().sequence());
      }
    }
    return NONE;
  }

  private static AlternativeNames ofExtensions(DerReader extensions) throws IOException {
    while (extensions.hasNext()) {
      DerReader extension = extensions.sequence();
      if (extension.id().equals(ALTERNATIVE_NAMES)) {
        if (extension.tag() == Der.BOOLEAN) {
          extension.skip();
        }
        return ofNames(new DerReader(extension.octets()).sequence());
      }
    }
    return NONE;
  }

  private static AlternativeNames ofNames(DerReader names) throws IOException {
    var kept = new ByteArrayOutputStream();
    var counts = new int[SORTS.size()];
    while (names.hasNext()) {
      int sort = SORTS.indexOf(names.tag());
      byte[] name = names.whole();
      if (sort >= 0) {
        counts[sort]++;
        kept.writeBytes(name);
      }
    }
    return new AlternativeNames(counts, kept.toByteArray());
  }

  public boolean hasDns() {
    return has(DNS);
  }

  public boolean hasEmails() {
    return has(EMAIL);
  }

  public boolean hasAddresses() {
    return has(ADDRESS);
  }

  public boolean hasUris() {
    return has(URI);
  }

  private boolean has(int sort) {
    return counts[SORTS.indexOf(sort)] > 0;
  }

  /** Returns the names as DER, without the sequence around them. */
  byte[] encoded() {
    return encoded;
  }

  /** True if there is no name. */
  public boolean isEmpty() {
    return encoded.length == 0;
  }
}
