package io.listwatch.server.auth.oidc;

import io.listwatch.server.auth.SettingsFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The issuers of JSON Web Tokens that a server accepts, besides itself. */
public final class JwtIssuers {
  /** No issuer. */
  public static final JwtIssuers NONE = new JwtIssuers(List.of(), null);

  private final List<JwtIssuer> issuers;
  private final @Nullable SettingsFile<AuthenticationFile> file;

  private JwtIssuers(List<JwtIssuer> issuers, @Nullable SettingsFile<AuthenticationFile> file) {
    this.issuers = List.copyOf(issuers);
    this.file = file;
  }

  /** Internal: returns the issuers that the options of the program name. */
  public static JwtIssuers of(List<JwtIssuer> issuers) {
    return new JwtIssuers(issuers, null);
  }

  /** Internal: returns the issuers of a file, which the server reads again when it changes. */
  public static JwtIssuers of(SettingsFile<AuthenticationFile> file) {
    return new JwtIssuers(file.first().issuers(), file);
  }

  /** Internal: returns the issuers at the start. */
  public List<JwtIssuer> list() {
    return issuers;
  }

  /** Internal: returns the file that is read again when it changes; null if there is none. */
  public @Nullable SettingsFile<AuthenticationFile> file() {
    return file;
  }
}
