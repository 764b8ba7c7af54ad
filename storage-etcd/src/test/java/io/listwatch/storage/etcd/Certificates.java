package io.listwatch.storage.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Creates a self-signed certificate with the JDK's keytool and writes it in PEM. */
public final class Certificates {
  private static final String PASSWORD = "changeit";

  private Certificates() {}

  /** Writes {@code name.crt} and {@code name.key}. */
  public static void make(Path directory, String name) throws Exception {
    Path store = directory.resolve(name + ".p12");
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(
        List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1"));
    words.addAll(List.of("-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1", "-ext", "bc=ca:true"));
    words.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    words.addAll(List.of("-storepass", PASSWORD));
    var process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
    write(directory, name, KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()));
  }

  private static void write(Path directory, String name, KeyStore keys)
      throws IOException, GeneralSecurityException {
    var key = keys.getKey(name, PASSWORD.toCharArray());
    pem(directory.resolve(name + ".key"), "PRIVATE KEY", key.getEncoded());
    pem(directory.resolve(name + ".crt"), "CERTIFICATE", keys.getCertificate(name).getEncoded());
  }

  private static void pem(Path file, String what, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }
}
