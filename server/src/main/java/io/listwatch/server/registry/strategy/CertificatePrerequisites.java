package io.listwatch.server.registry.strategy;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** The prerequisites of CertificateSigningRequests: the user's access to the signer. */
final class CertificatePrerequisites implements KindPrerequisites {
  private static final String APPROVAL = "approval";

  private final Authorizer authorizer;
  private final OtherObjects objects;
  private final Timers timers;
  private final Predicate<String> plugins;

  CertificatePrerequisites(Sources sources) {
    this.authorizer = sources.authorizer();
    this.objects = sources.objects();
    this.timers = sources.timers();
    this.plugins = sources.plugins();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    var access = new SignerAccess(request.user(), timers.now(), Authorizer.allowNone());
    boolean restricts = plugins.test("CertificateSubjectRestriction");
    return write.apply(
        kind.with(new CertificateStrategy(kind.definition().written(), access, restricts)));
  }

  @Override
  public <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    boolean approves = request.subresource().equals(APPROVAL);
    return allowed(request, approves)
        .thenCompose(
            access -> {
              Strategy strategy =
                  approves
                      ? new ApprovalStrategy(kind.definition().written(), access)
                      : new CertificateStrategy(kind.definition().written(), access, true);
              return write.apply(kind.with(strategy));
            });
  }

  private CompletionStage<SignerAccess> allowed(Update request, boolean approves) {
    return plugins.test(approves ? "CertificateApproval" : "CertificateSigning")
        ? access(request.key(), request.user(), approves ? "approve" : "sign")
        : CompletableFuture.completedFuture(
            new SignerAccess(request.user(), timers.now(), Authorizer.allowAll()));
  }

  /**
   * Looks up the decision ahead of the write if the authorizer may have to wait, because the write
   * itself cannot. The signer of a request never changes, so the decision stays valid.
   */
  private CompletionStage<SignerAccess> access(ResourceKey key, UserInfo user, String verb) {
    if (!authorizer.waits()) {
      return CompletableFuture.completedFuture(new SignerAccess(user, timers.now(), authorizer));
    }
    return objects
        .find("certificates.k8s.io", "certificatesigningrequests", null, key.name())
        .thenCompose(
            found ->
                SignerAccess.decided(
                    user,
                    timers.now(),
                    authorizer,
                    verb,
                    found.map(each -> each.at("/spec/signerName").asText()).orElse("")));
  }
}
