package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.ForbiddenAccessException;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Authenticates and authorizes requests, and rejects those that are not allowed. */
final class Access {
  private static final String BEARER = "bearer ";

  private final Authenticator authenticator;
  private final Authorizer authorizer;

  Access(Authenticator authenticator, Authorizer authorizer) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
  }

  /** Returns the user whose credentials the request has; empty if they are not valid. */
  Optional<UserInfo> authenticate(Exchange exchange) {
    Credentials credentials =
        new Credentials(
            certificates(exchange.context()),
            bearerToken(exchange),
            !exchange.context().sessionProtocol().isTls());
    return authenticator.authenticate(credentials);
  }

  /**
   * Returns the request with its user. If it impersonates another user, checks that the caller may
   * do that.
   */
  AuthenticatedRequest identify(Exchange exchange, UserInfo caller) {
    Impersonation other = Impersonation.of(exchange.headers()).orElse(null);
    if (other == null) {
      return new AuthenticatedRequest(caller, request(exchange, caller));
    }
    other.needed(caller).forEach(this::authorize);
    return new AuthenticatedRequest(caller, request(exchange, other.asUser()));
  }

  static ApiException unauthorized() {
    return new ApiException(Status.of(StatusReason.UNAUTHORIZED, "Unauthorized"));
  }

  private static List<X509Certificate> certificates(ServiceRequestContext context) {
    SSLSession session = context.sslSession();
    var certificates = new ArrayList<X509Certificate>();
    if (session != null) {
      try {
        for (Certificate each : session.getPeerCertificates()) {
          certificates.add((X509Certificate) each);
        }
      } catch (SSLPeerUnverifiedException e) {
        // The client sent no certificate, which is allowed.
      }
    }
    return certificates;
  }

  private static @Nullable String bearerToken(Exchange exchange) {
    String header = exchange.headers().get(HttpHeaderNames.AUTHORIZATION, "").trim();
    boolean bearer = header.toLowerCase(Locale.ROOT).startsWith(BEARER);
    String token = bearer ? header.substring(BEARER.length()).trim() : "";
    return token.isEmpty() ? null : token;
  }

  static AccessRequest request(Exchange exchange, UserInfo user) {
    RequestTarget target = exchange.target();
    if (target instanceof OnResource on) {
      return new AccessRequest(
          user,
          exchange.verb(),
          on.group(),
          on.version(),
          on.plural(),
          on.subresource(),
          on.namespace(),
          on.name(),
          target.path());
    }
    return new AccessRequest(user, exchange.verb(), "", "", "", "", null, null, target.path());
  }

  /**
   * Rejects a request that the authorizer denies: with 401 if the user is anonymous, so that the
   * client can authenticate, else with 403.
   */
  void authorize(AccessRequest request) {
    Authorizer.Decision decision = authorizer.authorize(request);
    if (!decision.allowed() && request.user().equals(UserInfo.ANONYMOUS)) {
      throw unauthorized();
    }
    if (!decision.allowed()) {
      String reason = decision.reason().isEmpty() ? "" : ": " + decision.reason();
      throw forbidden(request, reason);
    }
  }

  private static ApiException forbidden(AccessRequest request, String reason) {
    String user = Quotation.of(request.user().name());
    if (!request.aboutResource()) {
      String message =
          "forbidden: User %s cannot %s path %s%s"
              .formatted(user, request.verb(), Quotation.of(request.path()), reason);
      return new ForbiddenAccessException(Status.of(StatusReason.FORBIDDEN, message));
    }
    String group = request.group();
    String qualified = group.isEmpty() ? request.resource() : request.resource() + "." + group;
    String name = request.name() == null ? "" : request.name();
    String message =
        "%sforbidden: User %s cannot %s resource %s in API group %s %s%s"
            .formatted(
                request.resource().isEmpty() ? "" : subject(qualified, name) + " is ",
                user,
                request.verb(),
                Quotation.of(resource(request)),
                Quotation.of(group),
                place(request),
                reason);
    var details = Status.Details.of(group, request.resource(), name);
    return new ForbiddenAccessException(
        Status.of(StatusReason.FORBIDDEN, message).withDetails(details));
  }

  private static String subject(String qualified, String name) {
    return name.isEmpty() ? qualified : qualified + " " + Quotation.of(name);
  }

  private static String resource(AccessRequest request) {
    return request.subresource().isEmpty()
        ? request.resource()
        : request.resource() + "/" + request.subresource();
  }

  private static String place(AccessRequest request) {
    String namespace = request.namespace();
    return namespace == null || request.resource().equals("namespaces")
        ? "at the cluster scope"
        : "in the namespace " + Quotation.of(namespace);
  }
}
