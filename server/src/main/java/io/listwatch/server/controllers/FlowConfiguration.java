package io.listwatch.server.controllers;

import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.server.fairness.BootstrapObjects.Kind;
import io.listwatch.server.fairness.FlowControl;
import io.listwatch.server.fairness.FlowObjects;
import io.listwatch.server.fairness.FlowSchema;
import io.listwatch.server.fairness.PriorityLevelSpec;
import io.listwatch.server.registry.ResourceDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Configures the priority levels of this server from the FlowSchemas and
 * PriorityLevelConfigurations. Maintains those objects as kube-apiserver does: creates the
 * bootstrap objects, and sets the condition {@code Dangling} of each FlowSchema.
 *
 * <p>Every server runs it. The bootstrap objects are among the {@linkplain
 * BuiltInController#CLUSTER_DEFAULTS default objects} of a cluster: without that controller they
 * are not stored, but the mandatory ones are in effect.
 *
 * <p>Threads: started and closed by its owner; one worker does everything else.
 */
public final class FlowConfiguration implements AutoCloseable {
  private static final String NAME = "flow-configuration";

  /** The interval at which missing bootstrap objects are created and changed ones restored. */
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final boolean maintained;
  private final FlowControl control;
  private final InformerFactory informers;
  private final Informer<Resource> levels;
  private final Informer<Resource> schemas;
  private final BootstrapMaintenance bootstrap;
  private final DanglingCondition dangling;
  private final Controller<Request> controller;

  private enum Request {
    MAINTAIN,
    CONFIGURE
  }

  public FlowConfiguration(ControllerParts parts, FlowControl control) {
    this.maintained = parts.settings().enabled().contains(BuiltInController.CLUSTER_DEFAULTS);
    this.control = control;
    var objects = new LiveObjects(parts.registry(), parts.verbs(), parts.storage());
    this.bootstrap = new BootstrapMaintenance(objects);
    this.dangling = new DanglingCondition(definition(objects, Kind.FLOW_SCHEMA), parts);
    this.informers =
        InformerFactory.builder(
                (type, namespace) ->
                    new VerbsListerWatcher(
                        parts.verbs(),
                        objects.builtIn(type.group(), type.version(), type.plural())))
            .options(
                options ->
                    options
                        .policy(ReflectorPolicy.SERVER)
                        .timers(parts.timers())
                        .metrics(parts.metrics()))
            .build();
    this.levels = informers.informer(definition(objects, Kind.PRIORITY_LEVEL).type());
    this.schemas = informers.informer(definition(objects, Kind.FLOW_SCHEMA).type());
    this.controller =
        Controller.builderOf(NAME, this::reconcile)
            .watching(levels, changed -> Request.CONFIGURE)
            .watching(schemas, changed -> Request.CONFIGURE)
            .timers(parts.timers())
            .metrics(parts.metrics())
            .build();
  }

  static ResourceDefinition definition(LiveObjects objects, Kind kind) {
    return objects.builtIn("flowcontrol.apiserver.k8s.io", "v1", kind.plural());
  }

  /** Starts without waiting for the first configuration. */
  public void start() {
    if (maintained) {
      controller.request(Request.MAINTAIN);
    }
    controller.start();
  }

  private Reconciliation reconcile(Request request) throws InterruptedException {
    if (request == Request.MAINTAIN) {
      bootstrap.maintain(trees(levels), trees(schemas));
      return Reconciliation.again(PERIOD);
    }
    configure();
    return Reconciliation.done();
  }

  private void configure() throws InterruptedException {
    List<PriorityLevelSpec> levelSpecs =
        trees(levels).stream().map(FlowObjects::level).flatMap(Optional::stream).toList();
    List<JsonObject> schemaTrees = trees(schemas);
    List<FlowSchema> flowSchemas = schemaTrees.stream().map(FlowObjects::schema).toList();
    control.configure(levelSpecs, flowSchemas);
    Set<String> known =
        levelSpecs.stream().map(PriorityLevelSpec::name).collect(Collectors.toSet());
    for (JsonObject each : schemaTrees) {
      dangling.write(each, known);
    }
  }

  private static List<JsonObject> trees(Informer<Resource> informer) {
    return informer.list().stream().map(View::resource).map(LiveObjects::tree).toList();
  }

  @Override
  public void close() {
    informers.close();
    controller.close();
  }
}
