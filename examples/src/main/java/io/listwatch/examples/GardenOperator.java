package io.listwatch.examples;

import io.listwatch.client.ApiClient;
import io.listwatch.client.HttpLeaseLock;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.event.EventRecorder;
import io.listwatch.client.event.EventType;
import io.listwatch.client.event.ObjectReference;
import io.listwatch.client.operator.Dependent;
import io.listwatch.client.operator.Finalizer;
import io.listwatch.client.operator.Owner;
import io.listwatch.client.operator.StatusWriter;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerListener;
import io.listwatch.controller.EventFilter;
import io.listwatch.controller.LeaderElector;
import io.listwatch.controller.LeaderListener;
import io.listwatch.controller.Reconciliation;
import io.listwatch.controller.RetryPolicy;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An operator: each Garden gets a ConfigMap with its flower, and a place in a greenhouse, which is
 * not a Kubernetes object and has to be given back.
 */
final class GardenOperator implements AutoCloseable {
  static final ResourceType GARDENS =
      ResourceType.namespaced("example.com/v1", "Garden", "gardens");

  /** The object that a user writes. */
  record Garden(Spec spec) {
    record Spec(String flower) {}
  }

  /** The fields of a ConfigMap that this operator owns. */
  record Bed(Name metadata, Map<String, String> data) {
    record Name(String name) {}
  }

  /** Thrown for a garden that only a change of its specification can mend. */
  static final class NoSuchFlowerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoSuchFlowerException(String flower) {
      super("spec.flower: " + flower + " (expected: rose or lily)");
    }
  }

  /** Places outside the cluster that belong to gardens. */
  final Set<ResourceKey> greenhouse = ConcurrentHashMap.newKeySet();

  private final InformerFactory informers;
  private final Informer<Garden> gardens;
  private final Dependent<Bed> beds;
  private final Finalizer finalizer;
  private final StatusWriter statuses;
  private final EventRecorder events;
  private final Controller<ResourceKey> controller;

  GardenOperator(ApiClient client) {
    informers = client.informers();
    gardens = informers.informer(Selection.of(GARDENS), JacksonCodec.of(Garden.class));
    var bedCodec = JacksonCodec.of(Bed.class);
    Informer<Bed> bedInformer = informers.informer(Selection.of(Types.CONFIG_MAPS), bedCodec);
    beds = Dependent.of(client.resources(Types.CONFIG_MAPS).as("gardener"), bedCodec, bedInformer);
    finalizer = Finalizer.of("example.com/greenhouse", client.resources(GARDENS), gardens);
    statuses = StatusWriter.of(client.resources(GARDENS), gardens);
    events = EventRecorder.of(client, "gardener");
    controller =
        Controller.builder("gardener", this::reconcile)
            // Ignores the operator's own writes of the status.
            .watching(gardens, View::key, EventFilter.generationChanged())
            // A change or deletion of a bed, by any user, reconciles its garden.
            .watchingMany(bedInformer, Owner.keys(GARDENS))
            .retry(
                RetryPolicy.DEFAULT
                    .delays(Duration.ofMillis(50), Duration.ofMinutes(1))
                    .unless(NoSuchFlowerException.class::isInstance))
            .listener(new ReportFailures())
            .workers(2)
            .build();
  }

  /** Returns an elector that runs an operator while it leads. */
  static LeaderElector elected(ApiClient client, String identity) {
    var lease = new HttpLeaseLock(client, "default", "gardener");
    LeaderListener work =
        LeaderListener.running(
            term -> {
              var operator = new GardenOperator(client);
              operator.start();
              return operator;
            });
    return LeaderElector.builder(lease, identity, work).build();
  }

  void start() {
    controller.start();
  }

  // The page prints the code from here on.
  private Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<View<Garden>> found = gardens.get(key);
    if (found.isEmpty()) {
      return Reconciliation.done();
    }
    View<Garden> garden = found.get();
    if (garden.terminating()) {
      return finalizer.cleanUp(garden, () -> leaveGreenhouse(key));
    }
    String flower = garden.get().spec().flower();
    if (!Set.of("rose", "lily").contains(flower)) {
      throw new NoSuchFlowerException(flower);
    }
    finalizer.add(garden);
    greenhouse.add(key);
    var wanted = new Bed(new Bed.Name(key.name()), Map.of("flower", flower));
    if (beds.apply(Owner.of(GARDENS, garden), wanted)) {
      event(garden, EventType.NORMAL, "Planted", "a " + flower + " grows");
    }
    statuses.write(
        garden,
        status ->
            status
                .observed()
                .set("planted", flower)
                .condition("Ready", true, "Planted", "a " + flower + " grows"));
    return Reconciliation.done();
  }

  // The page prints the code up to here.

  private Reconciliation leaveGreenhouse(ResourceKey key) {
    greenhouse.remove(key);
    return Reconciliation.done();
  }

  private void event(View<Garden> garden, EventType type, String reason, String message) {
    events.event(ObjectReference.to(GARDENS, garden.resource()), type, reason, message);
  }

  @Override
  public void close() {
    controller.close();
    informers.close();
    events.close();
  }

  /** Writes failures into the status, for users who do not see the log. */
  private final class ReportFailures implements ControllerListener<ResourceKey> {
    @Override
    public void onFailure(ResourceKey key, Throwable failure, int failures) {}

    @Override
    public void onGivenUp(ResourceKey key, Throwable failure) {
      gardens.get(key).ifPresent(garden -> report(garden, String.valueOf(failure.getMessage())));
    }

    private void report(View<Garden> garden, String message) {
      event(garden, EventType.WARNING, "Rejected", message);
      try {
        statuses.write(
            garden, status -> status.observed().condition("Ready", false, "Rejected", message));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
