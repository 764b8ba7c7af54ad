package io.listwatch.cli;

import io.listwatch.objects.x509.Pem;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.FrontProxyAuthenticator;
import io.listwatch.server.auth.FrontProxyAuthenticator.HeaderNames;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for an authenticating proxy, with the names of kube-apiserver's flags. */
final class FrontProxyOptions {
  @Option(
      names = "--requestheader-client-ca-file",
      paramLabel = "FILE",
      description =
          "Certificate authority (PEM) of authenticating proxies. Their requests have the user in"
              + " headers.")
  private @Nullable Path authority;

  @Option(
      names = "--requestheader-allowed-names",
      paramLabel = "NAME",
      split = ",",
      description =
          "Common names of the proxies' certificates, separated by commas (default: every"
              + " certificate of that authority).")
  private List<String> allowed = List.of();

  @Option(
      names = "--requestheader-username-headers",
      paramLabel = "NAME",
      split = ",",
      description = "Headers with the user, such as X-Remote-User, separated by commas.")
  private List<String> users = List.of();

  @Option(
      names = "--requestheader-uid-headers",
      paramLabel = "NAME",
      split = ",",
      description = "Headers with the uid, such as X-Remote-Uid.")
  private List<String> uids = List.of();

  @Option(
      names = "--requestheader-group-headers",
      paramLabel = "NAME",
      split = ",",
      description = "Headers with groups, such as X-Remote-Group.")
  private List<String> groups = List.of();

  @Option(
      names = "--requestheader-extra-headers-prefix",
      paramLabel = "PREFIX",
      split = ",",
      description = "Prefixes of headers with extra attributes, such as X-Remote-Extra-.")
  private List<String> extras = List.of();

  /** Returns the authorities of proxies; empty if there are none. */
  List<X509Certificate> authorities() throws IOException {
    return authority == null ? List.of() : Pem.certificates(authority);
  }

  /** Returns the authenticator of requests by proxies; empty if there are none. */
  List<Authenticator> authenticators(Timers timers) throws IOException {
    if (authority == null) {
      return List.of();
    }
    if (users.isEmpty()) {
      throw new UsageFailure(
          "--requestheader-client-ca-file needs --requestheader-username-headers");
    }
    var names = new HeaderNames(users, uids, groups, extras, allowed);
    return List.of(new FrontProxyAuthenticator(authorities(), names, timers));
  }
}
