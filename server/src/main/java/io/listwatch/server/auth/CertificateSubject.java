package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * The subject of a client certificate, read as Go's {@code crypto/x509} does: every value of a
 * multi-valued RDN counts, the last common name wins, and values that are not strings are left out.
 *
 * @param commonName empty if there is none
 */
record CertificateSubject(String commonName, List<String> organizations) {
  private static final int NUMERIC_STRING = 0x12;

  CertificateSubject {
    organizations = List.copyOf(organizations);
  }

  /** Throws a {@link NamingException} if the name is malformed. */
  static CertificateSubject of(X500Principal subject) throws NamingException {
    String commonName = "";
    var organizations = new ArrayList<String>();
    for (Rdn part : new LdapName(subject.getName()).getRdns()) {
      for (Attribute each : Collections.list(part.toAttributes().getAll())) {
        List<String> values = strings(each);
        if (each.getID().equalsIgnoreCase("CN") && !values.isEmpty()) {
          commonName = values.get(values.size() - 1);
        } else if (each.getID().equalsIgnoreCase("O")) {
          organizations.addAll(values);
        }
      }
    }
    return new CertificateSubject(commonName, organizations);
  }

  private static List<String> strings(Attribute attribute) throws NamingException {
    return Collections.list(attribute.getAll()).stream()
        .flatMap(value -> string(value).stream())
        .toList();
  }

  /** The JDK returns the DER of values of the rarer types; of these only NumericString is text. */
  private static Optional<String> string(Object value) {
    if (value instanceof byte[] der) {
      boolean numeric = der.length > 2 && der[0] == NUMERIC_STRING && der[1] == der.length - 2;
      return numeric ? Optional.of(new String(der, 2, der.length - 2, US_ASCII)) : Optional.empty();
    }
    return Optional.of(value.toString());
  }
}
