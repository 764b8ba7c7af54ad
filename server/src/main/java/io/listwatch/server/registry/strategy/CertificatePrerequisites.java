package io.listwatch.server.registry.strategy;

import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The prerequisites of CertificateSigningRequests: the user's access to the signer. */
final class CertificatePrerequisites implements KindPrerequisites {
  private static final String APPROVAL = "approval";

  private final Authorizer authorizer;
  private final Timers timers;

  CertificatePrerequisites(Sources sources) {
    this.authorizer = sources.authorizer();
    this.timers = sources.timers();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    SignerAccess access = access(request.user());
    return write.apply(kind.with(new CertificateStrategy(kind.definition().written(), access)));
  }

  @Override
  public <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    SignerAccess access = access(request.user());
    Strategy strategy =
        request.subresource().equals(APPROVAL)
            ? new ApprovalStrategy(kind.definition().written(), access)
            : new CertificateStrategy(kind.definition().written(), access);
    return write.apply(kind.with(strategy));
  }

  private SignerAccess access(UserInfo user) {
    return new SignerAccess(user, timers.now(), authorizer);
  }
}
