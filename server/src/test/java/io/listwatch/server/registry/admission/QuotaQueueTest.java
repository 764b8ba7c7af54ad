package io.listwatch.server.registry.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.quota.QuotaCheck;
import io.listwatch.objects.quota.QuotaEvaluator;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class QuotaQueueTest {
  private static final ResourceDefinition MAPS =
      BuiltInResources.load().stream()
          .filter(each -> each.type().toString().equals("configmaps"))
          .findFirst()
          .orElseThrow();

  private final ManualTimers timers = new ManualTimers();
  private final AtomicReference<JsonValue> quota = new AtomicReference<>(quota(0));
  private final Access access = new Access();
  private final QuotaQueue queue =
      new QuotaQueue(namespace -> List.of(quota.get()), access, timers, Runnable::run);

  @Test
  void countsWritesThatArriveDuringUpdateTogether() {
    access.hold = true;
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      writes.add(queue.add("home", write(false)).toCompletableFuture());
    }

    access.release();
    access.release();

    assertThat(writes.subList(0, 3)).allMatch(each -> !each.isCompletedExceptionally());
    assertThat(writes.subList(3, 5)).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(access.written).containsExactly("1", "3");
  }

  @Test
  void checksAgainWithLatestStateAfterConflict() {
    access.conflicts = 2;

    queue.add("home", write(false)).toCompletableFuture().join();

    // Another server counted one write before each conflict.
    assertThat(access.written).containsExactly("3");
  }

  @Test
  void rejectsWriteIfAnotherServerHasUsedUpTheQuota() {
    access.conflicts = 3;

    assertThatThrownBy(() -> queue.add("home", write(false)).toCompletableFuture().join())
        .hasCauseInstanceOf(ApiException.class)
        .hasMessageContaining(
            "exceeded quota: q, requested: configmaps=1, used: configmaps=3, limited:"
                + " configmaps=3");
  }

  @Test
  void givesUpAfterThreeRetries() {
    access.conflicts = 4;
    access.others = false;

    assertThatThrownBy(() -> queue.add("home", write(false)).toCompletableFuture().join())
        .hasCauseInstanceOf(ConflictException.class);
  }

  @Test
  void dryRunIsCheckedButNotCounted() {
    queue.add("home", write(true)).toCompletableFuture().join();
    quota.set(quota(3));

    assertThatThrownBy(() -> queue.add("home", write(true)).toCompletableFuture().join())
        .hasCauseInstanceOf(ApiException.class);
    assertThat(access.written).isEmpty();
  }

  @Test
  void admitsWriteWhoseQuotaIsDeletedMeanwhile() {
    access.conflicts = 1;
    access.deleted = true;

    queue.add("home", write(false)).toCompletableFuture().join();

    assertThat(access.written).isEmpty();
  }

  @Test
  void failsAfterTenSeconds() {
    access.hold = true;
    CompletableFuture<Void> write = queue.add("home", write(false)).toCompletableFuture();

    timers.advance(Duration.ofSeconds(10));

    assertThatThrownBy(write::join).hasMessageContaining("resource quota evaluation timed out");
  }

  private static QuotaQueue.Write write(boolean dryRun) {
    JsonObject object = new JsonObject();
    var request =
        new AdmissionRequest(
            AdmissionRequest.Operation.CREATE,
            MAPS,
            ResourceKey.of("home", "a"),
            "",
            object,
            null,
            UserInfo.SERVER,
            dryRun,
            warning -> {});
    return new QuotaQueue.Write(
        request,
        new QuotaCheck(
            "configmaps",
            "",
            object,
            null,
            QuotaEvaluator.of("configmaps"),
            List.of(),
            Instant.EPOCH));
  }

  private static JsonValue quota(int used) {
    return JsonTrees.read(
        """
        {"metadata":{"name":"q","namespace":"home"},
         "status":{"hard":{"configmaps":"3"},"used":{"configmaps":"%d"}}}
        """
            .formatted(used));
  }

  /** Writes to the quota of the test, after some conflicts. */
  private final class Access implements QuotaAccess {
    private final List<String> written = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private int conflicts;
    private boolean others = true;
    private boolean deleted;
    private boolean hold;

    @Override
    public CompletionStage<Optional<JsonValue>> read(String namespace, String name) {
      return CompletableFuture.completedFuture(
          deleted ? Optional.empty() : Optional.of(quota.get()));
    }

    @Override
    public CompletionStage<?> writeStatus(JsonObject next) {
      if (conflicts-- > 0) {
        int used = Integer.parseInt(quota.get().at("/status/used/configmaps").asText());
        quota.set(quota(others ? used + 1 : used));
        return CompletableFuture.failedFuture(ApiErrors.modified(MAPS.type(), "q"));
      }
      var done = new CompletableFuture<Void>();
      Runnable write =
          () -> {
            written.add(next.at("/status/used/configmaps").asText());
            quota.set(next);
            done.complete(null);
          };
      if (hold) {
        held.add(write);
      } else {
        write.run();
      }
      return done;
    }

    void release() {
      held.remove(0).run();
    }
  }
}
