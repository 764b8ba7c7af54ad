package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.server.auth.Authorizer.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class AwaitedDecisionsTest {
  private final List<CompletableFuture<Decision>> asked = new ArrayList<>();
  private final Authorizer waiting =
      new Authorizer() {
        @Override
        public Decision authorize(AccessRequest request) {
          return Decision.denied("");
        }

        @Override
        public CompletionStage<Decision> decide(AccessRequest request) {
          asked.add(new CompletableFuture<>());
          return asked.get(asked.size() - 1);
        }

        @Override
        public boolean waits() {
          return true;
        }
      };

  private static AccessRequest get(String name) {
    return AccessRequest.onResource(UserInfo.ANONYMOUS, "get", "", "pods", "", null, name);
  }

  @Test
  void runsAgainUntilEveryDecisionIsKnown() {
    CompletableFuture<String> result =
        AwaitedDecisions.during(
                waiting,
                Runnable::run,
                known ->
                    known.authorize(get("a")).allowed()
                        ? known.authorize(get("b")).reason()
                        : "denied")
            .toCompletableFuture();

    assertThat(result).isNotDone();
    asked.get(0).complete(Decision.ALLOWED);
    assertThat(result).isNotDone();
    asked.get(1).complete(Decision.allowed("b is public"));
    assertThat(result).isCompletedWithValue("b is public");
    assertThat(asked).hasSize(2);
  }

  @Test
  void ignoresFailuresOfRunsWithoutAllDecisions() {
    CompletableFuture<String> result =
        AwaitedDecisions.during(
                waiting,
                Runnable::run,
                known -> {
                  if (!known.authorize(get("a")).allowed()) {
                    throw new IllegalStateException("denied");
                  }
                  return "allowed";
                })
            .toCompletableFuture();

    asked.get(0).complete(Decision.ALLOWED);

    assertThat(result).isCompletedWithValue("allowed");
  }

  @Test
  void failsAsTheLastRunDoes() {
    CompletableFuture<String> result =
        AwaitedDecisions.<String>during(
                waiting,
                Runnable::run,
                known -> {
                  throw new IllegalStateException(known.authorize(get("a")).reason());
                })
            .toCompletableFuture();

    asked.get(0).complete(Decision.denied("no"));

    assertThatThrownBy(result::join).hasRootCauseMessage("no");
  }

  @Test
  void runsOnceForAnAuthorizerThatNeverWaits() {
    assertThat(
            AwaitedDecisions.during(
                    Authorizer.allowAll(),
                    Runnable::run,
                    known -> known.authorize(get("a")).allowed())
                .toCompletableFuture())
        .isCompletedWithValue(true);
  }
}
