package io.listwatch.server.registry.admission;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs admission plug-ins in kube-apiserver's order, each after the one before. A write of a
 * resource in which no plug-in is interested costs one lookup.
 *
 * <p>Thread-safe.
 */
public final class AdmissionChain implements Admission {
  /** The key of all custom resources: the same plug-ins are interested in each of them. */
  private static final String CUSTOM = "";

  private static final CompletionStage<Boolean> UNCHANGED =
      CompletableFuture.completedFuture(false);
  private static final CompletionStage<Void> ADMITTED = CompletableFuture.completedFuture(null);

  private final List<Step> plugins;
  private final AdmissionMeters meters;

  /** The interested plug-ins of each resource, found on its first write. */
  private final Map<String, List<Step>> interested = new ConcurrentHashMap<>();

  /** A plug-in of the chain with its metrics. */
  private record Step(AdmissionMeters meters, Admission admission) {}

  private AdmissionChain(List<Step> plugins, AdmissionMeters meters) {
    this.plugins = plugins;
    this.meters = meters;
  }

  public static Builder of(AdmissionSettings settings) {
    return new Builder(settings);
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return !interestedIn(definition).isEmpty();
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    List<Step> steps = interestedIn(request.definition());
    return steps.isEmpty()
        ? UNCHANGED
        : meters.timed(request, true, () -> mutate(steps, 0, request, false));
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    List<Step> steps = interestedIn(request.definition());
    return steps.isEmpty()
        ? ADMITTED
        : meters.timed(request, false, () -> validate(steps, 0, request));
  }

  private List<Step> interestedIn(ResourceDefinition definition) {
    String resource = definition.custom() ? CUSTOM : definition.type().toString();
    List<Step> known = interested.get(resource);
    return known != null
        ? known
        : interested.computeIfAbsent(
            resource,
            each ->
                plugins.stream()
                    .filter(step -> step.admission.isInterestedIn(definition))
                    .toList());
  }

  /** Runs the steps from {@code next} on. A step that completes at once adds no stage. */
  private CompletableFuture<Boolean> mutate(
      List<Step> steps, int next, AdmissionRequest request, boolean changed) {
    boolean changedSoFar = changed;
    for (int i = next; i < steps.size(); i++) {
      Step step = steps.get(i);
      CompletableFuture<Boolean> stage =
          step.meters.timed(
              request, true, () -> step.admission.mutate(request).toCompletableFuture());
      if (!stage.isDone()) {
        int rest = i + 1;
        boolean before = changedSoFar;
        return stage.thenCompose(now -> mutate(steps, rest, request, before || now));
      }
      if (stage.isCompletedExceptionally()) {
        return stage;
      }
      changedSoFar |= stage.join();
    }
    return CompletableFuture.completedFuture(changedSoFar);
  }

  private CompletableFuture<Void> validate(List<Step> steps, int next, AdmissionRequest request) {
    for (int i = next; i < steps.size(); i++) {
      Step step = steps.get(i);
      CompletableFuture<Void> stage =
          step.meters.timed(
              request, false, () -> step.admission.validate(request).toCompletableFuture());
      if (!stage.isDone()) {
        int rest = i + 1;
        return stage.thenCompose(admitted -> validate(steps, rest, request));
      }
      if (stage.isCompletedExceptionally()) {
        return stage;
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** Builds a chain. The order of the calls does not matter. */
  public static final class Builder {
    private final AdmissionSettings settings;
    private Metrics metrics = Metrics.none();
    private Timers timers = Timers.system();
    private final Map<String, Admission> plugins = new HashMap<>();
    private final List<Admission> first = new ArrayList<>();
    private final List<Admission> last = new ArrayList<>();

    private Builder(AdmissionSettings settings) {
      this.settings = settings;
      if (!settings.allowsPrivileged()) {
        first.add(new PrivilegedContainers());
      }
      if (settings.runs("AlwaysDeny")) {
        plugins.put("AlwaysDeny", new AlwaysDeny());
      }
    }

    /**
     * Adds a plug-in, unless the settings disable it.
     *
     * @param name one of {@link AdmissionPlugins#ORDER}
     */
    public Builder plugin(String name, Admission plugin) {
      if (!AdmissionPlugins.ORDER.contains(name)) {
        throw new IllegalArgumentException(
            "name: %s (expected: the name of an admission plug-in)".formatted(name));
      }
      if (settings.runs(name)) {
        plugins.put(name, plugin);
      }
      return this;
    }

    /** Measures the plug-ins. */
    public Builder metrics(Metrics newMetrics, Timers newTimers) {
      metrics = newMetrics;
      timers = newTimers;
      return this;
    }

    /** Adds a step after all plug-ins. It cannot be disabled. */
    public Builder last(Admission step) {
      last.add(step);
      return this;
    }

    public AdmissionChain build() {
      var all = new ArrayList<Step>();
      first.forEach(each -> all.add(step("first", each)));
      for (String name : AdmissionPlugins.ORDER) {
        Admission plugin = plugins.get(name);
        if (plugin != null) {
          all.add(step(name, plugin));
        }
      }
      last.forEach(each -> all.add(step("last", each)));
      return new AdmissionChain(List.copyOf(all), meters(AdmissionMeters.STEP));
    }

    private Step step(String name, Admission admission) {
      return new Step(meters(name), admission);
    }

    private AdmissionMeters meters(String plugin) {
      return new AdmissionMeters(plugin, metrics, timers);
    }
  }
}
