package io.listwatch.campaign.load;

import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.load.Caller.Response;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A user whose right to read objects comes and goes with the rules of a role and with its binding.
 * Each acknowledged change must take effect on the authorization decisions of the server that
 * acknowledged it.
 *
 * <p>After a request whose outcome is unknown, it continues as another user with another role: such
 * a request may take effect at any time.
 */
public final class ChangingRights implements Runnable {
  private static final String RBAC =
      "/apis/rbac.authorization.k8s.io/v1/namespaces/" + CampaignObject.NAMESPACE + "/";

  /**
   * A write may return before it takes effect on authorization only after 5 seconds, or when the
   * server's clock jumps. Then it must take effect within {@link #MAX_LATE_MILLIS}.
   */
  private static final long IN_TIME_NANOS = 4_000_000_000L;

  private static final int MAX_LATE_MILLIS = 30_000;
  private static final int PAUSE_MILLIS = 40;
  private static final int BACKOFF_MILLIS = 150;

  private final String name;
  private final Caller caller;
  private final RoundRecord record;
  private final Random random;
  private final AtomicBoolean stopped;

  /** The name of the current user, its role and its binding. */
  private String user;

  private int users;
  private boolean exists;
  private boolean bound;
  private boolean ruled;

  /**
   * @param name unique in the campaign
   */
  public ChangingRights(
      String name, Caller caller, RoundRecord record, Random random, AtomicBoolean stopped) {
    this.name = name;
    this.caller = caller;
    this.record = record;
    this.random = random;
    this.stopped = stopped;
    this.user = name;
  }

  @Override
  public void run() {
    try {
      while (!stopped.get()) {
        if (exists ? change() : create()) {
          Thread.sleep(random.nextInt(PAUSE_MILLIS));
        } else {
          becomeAnother();
          Thread.sleep(BACKOFF_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void becomeAnother() {
    users++;
    user = name + "-" + users;
    exists = false;
    bound = false;
    ruled = false;
  }

  private boolean create() throws InterruptedException {
    exists = send("POST", "roles", role(false)).succeeded();
    return exists;
  }

  /** Changes the role or its binding. Returns false if that may not have happened. */
  private boolean change() throws InterruptedException {
    long start = System.nanoTime();
    Response response;
    if (random.nextBoolean()) {
      ruled = !ruled;
      response = send("PUT", "roles/" + user, role(ruled));
    } else {
      bound = !bound;
      response =
          bound
              ? send("POST", "rolebindings", binding())
              : send("DELETE", "rolebindings/" + user, "");
    }
    if (!response.succeeded()) {
      return false;
    }
    boolean inTime = System.nanoTime() - start < IN_TIME_NANOS && !caller.hasJumpingClock();
    check(inTime ? 0 : MAX_LATE_MILLIS);
    return true;
  }

  private Response send(String method, String path, String body) throws InterruptedException {
    return caller.send(method, RBAC + path, "application/json", body.isEmpty() ? null : body);
  }

  private String role(boolean withRule) {
    return """
    {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"%s"},"rules":[%s]}\
    """
        .formatted(
            user,
            withRule
                ? "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"get\"]}"
                : "");
  }

  private String binding() {
    return """
    {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding","metadata":{"name":"%1$s"},\
    "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"%1$s"},\
    "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"%1$s"}]}\
    """
        .formatted(user);
  }

  /** Reads as the user, again and again while the decision is wrong and not yet too late. */
  private void check(int lateMillis) throws InterruptedException {
    boolean expected = bound && ruled;
    long start = System.nanoTime();
    while (true) {
      Response response = caller.getAs(user, CampaignObject.path(CampaignObject.name(0)));
      boolean allowed = response.succeeded() || response.status() == 404;
      boolean starting = response.body().contains("not loaded yet");
      boolean decided = allowed || (response.status() == 403 && !starting);
      if (decided && allowed == expected) {
        record.decided();
        return;
      }
      long waited = (System.nanoTime() - start) / 1_000_000;
      if (decided && waited >= lateMillis) {
        record.add(wrong(allowed));
        return;
      }
      if (!decided && (stopped.get() || waited >= MAX_LATE_MILLIS)) {
        return;
      }
      Thread.sleep(BACKOFF_MILLIS);
    }
  }

  private Violation wrong(boolean allowed) {
    return new Violation(
        Promise.DECIDED,
        name,
        "%s is still %s after an acknowledged change"
            .formatted(user, allowed ? "allowed" : "denied"));
  }
}
