package io.listwatch.server.auth.token;

import io.listwatch.objects.x509.PublicKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The public keys of a kube-apiserver, and what it served and signed with them. */
final class RecordedKeys {
  private RecordedKeys() {}

  /** Returns an RSA key and an EC key, in the order of kube-apiserver's flags. */
  static List<TokenKey> keys() {
    try {
      Path file =
          Path.of(
              Objects.requireNonNull(RecordedKeys.class.getResource("recorded-keys.pem")).toURI());
      return PublicKeys.read(file).stream().map(each -> TokenKey.of(each, null)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static String text(String name) {
    try (InputStream in = RecordedKeys.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
