package io.listwatch.objects.x509;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The usages of a certificate's key, by their words in a CertificateSigningRequest.
 *
 * @param flags the key usage, as the first byte of its BIT STRING
 * @param purposes the object identifiers of the extended key usage
 */
record KeyUsages(int flags, List<String> purposes) {
  private static final Map<String, Integer> FLAGS =
      Map.of(
          "signing", 0x80,
          "digital signature", 0x80,
          "content commitment", 0x40,
          "key encipherment", 0x20,
          "data encipherment", 0x10,
          "key agreement", 0x08,
          "cert sign", 0x04,
          "crl sign", 0x02,
          "encipher only", 0x01);

  private static final Map<String, String> PURPOSES =
      Map.ofEntries(
          Map.entry("any", "2.5.29.37.0"),
          Map.entry("server auth", "1.3.6.1.5.5.7.3.1"),
          Map.entry("client auth", "1.3.6.1.5.5.7.3.2"),
          Map.entry("code signing", "1.3.6.1.5.5.7.3.3"),
          Map.entry("email protection", "1.3.6.1.5.5.7.3.4"),
          Map.entry("s/mime", "1.3.6.1.5.5.7.3.4"),
          Map.entry("ipsec end system", "1.3.6.1.5.5.7.3.5"),
          Map.entry("ipsec tunnel", "1.3.6.1.5.5.7.3.6"),
          Map.entry("ipsec user", "1.3.6.1.5.5.7.3.7"),
          Map.entry("timestamping", "1.3.6.1.5.5.7.3.8"),
          Map.entry("ocsp signing", "1.3.6.1.5.5.7.3.9"),
          Map.entry("microsoft sgc", "1.3.6.1.4.1.311.10.3.3"),
          Map.entry("netscape sgc", "2.16.840.1.113730.4.1"));

  KeyUsages {
    purposes = List.copyOf(purposes);
  }

  /**
   * @throws IllegalArgumentException if one of the words is unknown
   */
  static KeyUsages of(Collection<String> words) {
    int flags = 0;
    var purposes = new ArrayList<String>();
    for (String each : words) {
      String purpose = PURPOSES.get(each);
      Integer flag = FLAGS.get(each);
      if (purpose == null && flag == null) {
        throw new IllegalArgumentException("unrecognized usage: " + each);
      }
      flags |= flag == null ? 0 : flag;
      if (purpose != null && !purposes.contains(purpose)) {
        purposes.add(purpose);
      }
    }
    return new KeyUsages(flags, purposes);
  }
}
