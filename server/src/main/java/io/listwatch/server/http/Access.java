package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.FieldTerm;
import io.listwatch.selector.InvalidSelectorException;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Quotation;
import io.listwatch.server.audit.RequestAudit;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessSelectors;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.RequestAuthenticator;
import io.listwatch.server.auth.RequestHeaders;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.ForbiddenAccessException;
import io.listwatch.server.http.exchange.SocketProtocols;
import io.listwatch.server.http.exchange.UndecidedAccessException;
import io.listwatch.server.http.request.RequestTarget;
import io.listwatch.server.http.request.RequestTarget.OnResource;
import io.listwatch.server.http.watch.WebSocketUpgrade;
import io.netty.util.AsciiString;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Authenticates and authorizes requests, and rejects those that are not allowed. */
final class Access {
  private static final String BEARER = "bearer";
  private static final String EXTRA_SPACE =
      "the provided Authorization header contains extra space before the bearer token, and is"
          + " ignored";
  private static final String REASON = "authorization.k8s.io/reason";
  private static final CompletionStage<Void> ALLOWED = CompletableFuture.completedFuture(null);
  private static final Set<Verb> COLLECTION_VERBS =
      EnumSet.of(Verb.LIST, Verb.WATCH, Verb.DELETECOLLECTION);

  /** Longer selectors are not parsed for authorization, because this runs on an event loop. */
  private static final int MAX_SELECTOR = 4_096;

  private final RequestAuthenticator authenticator;
  private final Authorizer authorizer;

  Access(RequestAuthenticator authenticator, Authorizer authorizer) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
  }

  /**
   * Completes with the user of the request's credentials, or without a user if they are not valid.
   */
  CompletionStage<TokenResult> authenticate(Exchange exchange) {
    List<X509Certificate> certificates = certificates(exchange.context());
    Credentials credentials = credentials(exchange, certificates, bearerToken(exchange));
    if (!WebSocketUpgrade.asked(exchange) || !SocketProtocols.of(exchange).carriesToken()) {
      return authenticator.authenticate(credentials);
    }
    SocketProtocols protocols = SocketProtocols.of(exchange);
    if (certificates.isEmpty() && credentials.bearerToken() == null) {
      return authenticate(exchange, protocols);
    }
    return authenticator
        .authenticate(credentials)
        .thenCompose(
            result ->
                result.user() == null
                    ? authenticate(exchange, protocols)
                    : CompletableFuture.completedFuture(result));
  }

  /** A malformed token is rejected like a wrong one: the client is not anonymous. */
  private CompletionStage<TokenResult> authenticate(Exchange exchange, SocketProtocols protocols) {
    if (protocols.token() == null) {
      return CompletableFuture.completedFuture(TokenResult.UNKNOWN);
    }
    return authenticator
        .authenticate(credentials(exchange, List.of(), protocols.token()))
        .thenApply(
            result -> {
              if (result.user() != null) {
                protocols.removeToken(exchange);
              }
              return result;
            });
  }

  private static Credentials credentials(
      Exchange exchange, List<X509Certificate> certificates, @Nullable String token) {
    return new Credentials(
        certificates,
        token,
        !exchange.context().sessionProtocol().isTls(),
        new Headers(exchange.headers()),
        exchange.target().path());
  }

  /**
   * Completes with the request and its user. If it impersonates another user, checks that the
   * caller may do that.
   */
  CompletionStage<AuthenticatedRequest> identify(Exchange exchange, UserInfo caller) {
    AccessRequest own = request(exchange, caller, authorizer.waits());
    Impersonation wanted = Impersonation.of(exchange.headers()).orElse(null);
    if (wanted == null) {
      return CompletableFuture.completedFuture(new AuthenticatedRequest(caller, own));
    }
    List<ImpersonationMode> modes =
        Arrays.stream(ImpersonationMode.values())
            .filter(each -> each.appliesTo(wanted, caller))
            .toList();
    return impersonated(wanted, own, modes.iterator(), null)
        .thenApply(user -> new AuthenticatedRequest(caller, own.of(user, own.verb())));
  }

  /**
   * Tries the remaining modes.
   *
   * @param first the failure of the first mode; null if none has failed
   */
  private CompletionStage<UserInfo> impersonated(
      Impersonation wanted,
      AccessRequest own,
      Iterator<ImpersonationMode> modes,
      @Nullable Throwable first) {
    if (!modes.hasNext()) {
      return CompletableFuture.failedFuture(Objects.requireNonNull(first));
    }
    ImpersonationMode mode = modes.next();
    return allowed(mode, wanted, own)
        .thenApply(allowed -> mode.user(wanted))
        .exceptionallyCompose(
            failure -> impersonated(wanted, own, modes, first == null ? failure : first));
  }

  private CompletionStage<Void> allowed(
      ImpersonationMode mode, Impersonation wanted, AccessRequest own) {
    CompletionStage<Void> allowed = ALLOWED;
    List<AccessRequest> needed = mode.needed(wanted, own);
    for (AccessRequest each : needed) {
      allowed = allowed.thenCompose(before -> authorize(each));
    }
    String objection = mode.objection(wanted);
    return objection.isEmpty()
        ? allowed
        : allowed.thenCompose(
            before ->
                CompletableFuture.failedFuture(
                    forbidden(needed.get(needed.size() - 1), ": " + objection)));
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

  /**
   * Returns the token of the {@code Authorization} header; null if there is none. Words after the
   * token are ignored, and so is a token after two spaces.
   */
  private static @Nullable String bearerToken(Exchange exchange) {
    String header = exchange.headers().get(HttpHeaderNames.AUTHORIZATION, "").trim();
    String[] parts = header.split(" ", 3);
    if (parts.length < 2 || !parts[0].toLowerCase(Locale.ROOT).equals(BEARER)) {
      return null;
    }
    if (parts[1].isEmpty()) {
      exchange.warnings().accept(EXTRA_SPACE);
    }
    return parts[1].isEmpty() ? null : parts[1];
  }

  /** Returns a request as it is recorded, without its selectors. */
  static AccessRequest request(Exchange exchange, UserInfo user) {
    return request(exchange, user, false);
  }

  private static AccessRequest request(Exchange exchange, UserInfo user, boolean withSelectors) {
    RequestTarget target = exchange.target();
    if (target instanceof OnResource on) {
      FieldSelector selector = fieldSelector(exchange);
      String selected =
          exchange.resourceVerb() == Verb.DELETECOLLECTION
              ? null
              : selector.requiresExactMatch("metadata.name").orElse(null);
      return new AccessRequest(
          user,
          exchange.verb(),
          on.group(),
          on.version(),
          on.plural(),
          on.subresource(),
          on.namespace(),
          on.name() == null ? selected : on.name(),
          target.path(),
          requiredFields(selector),
          withSelectors ? selectors(exchange, selector) : AccessSelectors.NONE);
    }
    return new AccessRequest(user, exchange.verb(), "", "", "", "", null, null, target.path());
  }

  /**
   * Returns the field selector of a list, watch or deletecollection. A rule with {@code
   * resourceNames} allows a list or watch that requires a name. Returns a selector of everything if
   * the request has none, or a malformed or long one.
   */
  private static FieldSelector fieldSelector(Exchange exchange) {
    String selector = exchange.query().text("fieldSelector");
    if (selector.isEmpty() || selector.length() > MAX_SELECTOR || !concernsCollection(exchange)) {
      return FieldSelector.everything();
    }
    try {
      return FieldSelector.parse(selector);
    } catch (InvalidSelectorException e) {
      return FieldSelector.everything();
    }
  }

  private static AccessSelectors selectors(Exchange exchange, FieldSelector fields) {
    return AccessSelectors.of(fields, labelSelector(exchange));
  }

  private static LabelSelector labelSelector(Exchange exchange) {
    String selector = exchange.query().text("labelSelector");
    if (selector.isEmpty() || selector.length() > MAX_SELECTOR || !concernsCollection(exchange)) {
      return LabelSelector.everything();
    }
    try {
      return LabelSelector.parse(selector);
    } catch (InvalidSelectorException e) {
      return LabelSelector.everything();
    }
  }

  private static boolean concernsCollection(Exchange exchange) {
    Verb verb = exchange.resourceVerb();
    return verb != null && COLLECTION_VERBS.contains(verb);
  }

  private static Map<String, String> requiredFields(FieldSelector selector) {
    if (selector.isEverything()) {
      return Map.of();
    }
    var required = new HashMap<String, String>();
    for (FieldTerm each : selector.terms()) {
      if (!each.negated()) {
        required.putIfAbsent(each.path(), each.value());
      }
    }
    return required;
  }

  /**
   * Completes if the authorizer allows a request. Fails with 403 if it does not, also for an
   * anonymous user, and with 500 if an authorizer could not decide and no other one allows it. The
   * audit events of the request show the decision.
   */
  CompletionStage<Void> authorize(AccessRequest request, RequestAudit audit) {
    return authorizer
        .decide(request)
        .thenCompose(
            decision -> {
              if (!decision.allowed() && !decision.failure().isEmpty()) {
                audit.annotate(REASON, "internal error");
                return CompletableFuture.failedFuture(
                    new UndecidedAccessException(decision.failure()));
              }
              audit.annotate(
                  "authorization.k8s.io/decision", decision.allowed() ? "allow" : "forbid");
              audit.annotate(REASON, decision.reason());
              return checked(request, decision);
            });
  }

  private CompletionStage<Void> authorize(AccessRequest request) {
    return authorizer.decide(request).thenCompose(decision -> checked(request, decision));
  }

  private static CompletionStage<Void> checked(
      AccessRequest request, Authorizer.Decision decision) {
    if (decision.allowed()) {
      return ALLOWED;
    }
    String reason = decision.reason().isEmpty() ? "" : ": " + decision.reason();
    return CompletableFuture.failedFuture(forbidden(request, reason));
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
    return namespace == null
        ? "at the cluster scope"
        : "in the namespace " + Quotation.of(namespace);
  }

  /** Shows the headers of a request to authenticators. */
  private record Headers(HttpHeaders headers) implements RequestHeaders {
    @Override
    public List<String> names() {
      return headers.names().stream().map(AsciiString::toString).toList();
    }

    @Override
    public List<String> values(String name) {
      return headers.getAll(name);
    }
  }
}
