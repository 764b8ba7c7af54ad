package io.listwatch.objects.x509;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PSSParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate signing request (PKCS#10): a name and a public key, signed with its private key.
 * The input is untrusted.
 */
public final class SigningRequest {
  private static final String PSS = "1.2.840.113549.1.1.10";

  private static final Map<String, String> SIGNATURES =
      Map.of(
          "1.2.840.113549.1.1.11",
          "SHA256withRSA",
          "1.2.840.113549.1.1.12",
          "SHA384withRSA",
          "1.2.840.113549.1.1.13",
          "SHA512withRSA",
          PSS,
          "RSASSA-PSS",
          "1.2.840.10045.4.3.2",
          "SHA256withECDSA",
          "1.2.840.10045.4.3.3",
          "SHA384withECDSA",
          "1.2.840.10045.4.3.4",
          "SHA512withECDSA",
          "1.3.101.112",
          "Ed25519");

  private static final Map<String, String> KEYS =
      Map.of(
          "1.2.840.113549.1.1.1", "RSA",
          "1.2.840.10045.2.1", "EC",
          "1.3.101.112", "Ed25519");

  private final byte[] subject;
  private final PublicKey key;
  private final AlternativeNames names;
  private final List<String> organizations;
  private final List<String> commonNames;

  private SigningRequest(byte[] subject, PublicKey key, AlternativeNames names) throws IOException {
    this.subject = subject;
    this.key = key;
    this.names = names;
    this.organizations = attributes(subject, "O");
    this.commonNames = attributes(subject, "CN");
  }

  /**
   * Parses a request and verifies its signature.
   *
   * @param pem the request as PEM; the first block counts
   * @throws IOException if it is malformed, or not signed with its own key
   */
  public static SigningRequest verified(String pem) throws IOException {
    DerReader whole = new DerReader(Pem.content(pem, "CERTIFICATE REQUEST")).sequence();
    byte[] signed = whole.whole();
    DerReader info = new DerReader(signed).sequence();
    info.skip(); // the version
    byte[] subject = info.whole();
    byte[] key = info.whole();
    PublicKey owner = verify(key, whole.sequence(), signed, whole.bits());
    return new SigningRequest(subject, owner, AlternativeNames.of(info));
  }

  private static PublicKey verify(byte[] key, DerReader algorithm, byte[] signed, byte[] signature)
      throws IOException {
    String id = algorithm.id();
    String name = SIGNATURES.get(id);
    if (name == null) {
      throw new IOException("x509: cannot verify signature: algorithm unimplemented");
    }
    try {
      Signature verifier = Signature.getInstance(name);
      if (id.equals(PSS)) {
        var parameters = AlgorithmParameters.getInstance(name);
        parameters.init(algorithm.whole());
        verifier.setParameter(parameters.getParameterSpec(PSSParameterSpec.class));
      }
      PublicKey owner = publicKey(key);
      verifier.initVerify(owner);
      verifier.update(signed);
      if (!verifier.verify(signature)) {
        throw new GeneralSecurityException("signed with another key");
      }
      return owner;
    } catch (GeneralSecurityException | RuntimeException wrong) {
      // Security providers may throw anything on malformed input.
      throw new IOException(refusal(name), wrong);
    }
  }

  private static PublicKey publicKey(byte[] info) throws IOException, GeneralSecurityException {
    String name = KEYS.get(new DerReader(info).sequence().sequence().id());
    if (name == null) {
      throw new GeneralSecurityException("unknown type of key");
    }
    return KeyFactory.getInstance(name).generatePublic(new X509EncodedKeySpec(info));
  }

  private static String refusal(String signature) {
    if (signature.contains("RSA")) {
      return signature.contains("EC")
          ? "x509: ECDSA verification failure"
          : "crypto/rsa: verification error";
    }
    return "x509: " + signature + " verification failure";
  }

  private static List<String> attributes(byte[] subject, String type) throws IOException {
    try {
      var found = new ArrayList<String>();
      for (Rdn part : new LdapName(new X500Principal(subject).getName()).getRdns()) {
        for (Attribute each : Collections.list(part.toAttributes().getAll())) {
          if (each.getID().toUpperCase(Locale.ROOT).equals(type)) {
            found.addAll(strings(each));
          }
        }
      }
      return found;
    } catch (IllegalArgumentException | InvalidNameException wrong) {
      throw new IOException("x509: invalid subject", wrong);
    } catch (NamingException impossible) {
      throw new IllegalStateException("cannot happen: the name is in memory", impossible);
    }
  }

  /**
   * Leaves out values of other ASN.1 types, as kube-apiserver does. The JDK returns those as bytes.
   */
  private static List<String> strings(Attribute attribute) throws NamingException {
    return Collections.list(attribute.getAll()).stream()
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  /** Returns the common name, which becomes the user's name; the last one if there are several. */
  public String commonName() {
    return commonNames.isEmpty() ? "" : commonNames.get(commonNames.size() - 1);
  }

  /** Returns the subject alternative names: host names, addresses and others. */
  public AlternativeNames names() {
    return names;
  }

  /** Returns the distinguished name as DER. */
  byte[] subject() {
    return subject;
  }

  PublicKey key() {
    return key;
  }

  /** Returns the organizations of the subject, which become the user's groups. */
  public List<String> organizations() {
    return organizations;
  }
}
