package io.listwatch.server.auth;

import java.util.concurrent.CompletionStage;

/**
 * An authorizer that can be replaced while the server runs. A request uses the authorizer that is
 * current when the request arrives.
 *
 * <p>Thread-safe.
 */
public final class ReloadableAuthorizer implements Authorizer {
  private volatile Authorizer current;

  public ReloadableAuthorizer(Authorizer first) {
    this.current = first;
  }

  public void replace(Authorizer next) {
    current = next;
  }

  @Override
  public Decision authorize(AccessRequest request) {
    return current.authorize(request);
  }

  @Override
  public boolean waits() {
    return current.waits();
  }

  @Override
  public CompletionStage<Decision> decide(AccessRequest request) {
    return current.decide(request);
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    return current.rules(user, namespace);
  }
}
