package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.storage.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Records every admission request, and mutates, rejects or delays as configured.
 *
 * <p>Thread-safe, except for the fields, which tests set before they write.
 */
public final class RecordingAdmission implements Admission {
  /** Changes the object of a mutating step. */
  public Consumer<JsonObject> onMutate = object -> {};

  /** Runs before each validating step. */
  public Runnable beforeValidate = () -> {};

  /** The requests that validating admission rejects. */
  public Predicate<AdmissionRequest> rejects = request -> false;

  /** The requests whose mutating step completes only when {@link #answerAll} is called. */
  public Predicate<AdmissionRequest> waits = request -> false;

  private final List<AdmissionRequest> mutated = new ArrayList<>();
  private final List<AdmissionRequest> validated = new ArrayList<>();
  private final Queue<CompletableFuture<Boolean>> waiting = new ConcurrentLinkedQueue<>();

  public synchronized void forget() {
    mutated.clear();
    validated.clear();
  }

  /** Returns the requests of mutating admission, in their order. */
  public synchronized List<AdmissionRequest> mutated() {
    return List.copyOf(mutated);
  }

  /** Returns the requests of validating admission, in their order. */
  public synchronized List<AdmissionRequest> validated() {
    return List.copyOf(validated);
  }

  /** Returns the requests of both steps, mutating admission first. */
  public synchronized List<AdmissionRequest> asked() {
    var all = new ArrayList<>(mutated);
    all.addAll(validated);
    return all;
  }

  @Override
  public synchronized CompletionStage<Boolean> mutate(AdmissionRequest request) {
    mutated.add(request);
    if (waits.test(request)) {
      var answer = new CompletableFuture<Boolean>();
      waiting.add(answer);
      return answer;
    }
    JsonObject object = request.object();
    if (object == null) {
      return CompletableFuture.completedFuture(false);
    }
    JsonObject before = object.deepCopy();
    onMutate.accept(object);
    return CompletableFuture.completedFuture(!before.equals(object));
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    beforeValidate.run();
    synchronized (this) {
      validated.add(request);
      if (rejects.test(request)) {
        throw ApiErrors.forbidden(
            request.definition().type(), request.key().name(), "not admitted");
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** Waits for this number of delayed mutating steps, then completes them. */
  public void answerAll(int count) {
    Waiting.await().until(() -> waiting.size() == count);
    waiting.forEach(each -> each.complete(false));
  }
}
