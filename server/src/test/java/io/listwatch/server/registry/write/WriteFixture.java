package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.tree;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.RecordingAdmission;
import io.listwatch.server.registry.strategy.OtherObjects;
import io.listwatch.server.registry.strategy.Reservations;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.strategy.WritePrerequisites;
import io.listwatch.server.registry.table.PlainColumns;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.resource.Transition.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The parts of the write path, wired as in the server, over a storage in memory. */
final class WriteFixture implements AutoCloseable {
  /** The time of every write, unless a test advances the clock. */
  static final String NOW = "2024-08-24T08:05:52Z";

  static final ResourceKey KEY = ResourceKey.of("home", "a");

  final VerbsFixture server;
  final RecordingAdmission admission = new RecordingAdmission();
  final List<String> warnings = new CopyOnWriteArrayList<>();
  Authorizer authorizer = Authorizer.allowAll();
  Executor workers = Runnable::run;

  WriteFixture(ResourceDefinition... custom) {
    this.server = new VerbsFixture(custom);
  }

  /** Returns a custom resource, {@code example.com/v2} Widget, with this schema. */
  static ResourceDefinition widgets(CustomContent content) {
    ResourceType type = ResourceType.namespaced("example.com/v2", "Widget", "widgets");
    return new ResourceDefinition(
        type,
        type,
        "widget",
        "WidgetList",
        List.of(),
        List.of(),
        List.of(Verb.CREATE, Verb.GET, Verb.UPDATE),
        List.of(),
        SelectableFields.NONE,
        PlainColumns.DEFAULT,
        true,
        Traits.CUSTOM,
        content,
        "");
  }

  ServedKind kind(String group, String plural) {
    return server.kind(group, plural);
  }

  /** Returns the same kind with another strategy. */
  static ServedKind ruledBy(Strategy strategy, ServedKind kind) {
    return new ServedKind(
        kind.definition(),
        kind.storage(),
        kind.form(),
        kind.converter(),
        kind.schema(),
        kind.traits(),
        strategy);
  }

  ServedKind configMaps() {
    return kind("", "configmaps");
  }

  WriteSteps steps() {
    return new WriteSteps(
        server.registry,
        new FieldOwners(server.timers),
        new BeforeCreate(server.timers, new Identities(new Random(4))),
        admission,
        request -> authorizer.authorize(request),
        task -> workers.execute(task));
  }

  ObjectWrites writes() {
    return writes(new Identities(new Random(4)));
  }

  ObjectWrites writes(Identities identities) {
    WriteSteps steps = steps();
    return new ObjectWrites(
        new WriteSteps(
            steps.registry(),
            steps.owners(),
            new BeforeCreate(server.timers, identities),
            steps.control(),
            steps.authorizer(),
            steps.workers()),
        new CreateGate(server.registry, server.storages, true, null),
        new WritePrerequisites(
            new OtherObjects(server.registry, server.storages),
            Reservations.inMemory(),
            authorizer,
            server.timers,
            plugin -> true));
  }

  void createNamespace() {
    ObjectsUnderTest.createNamespace(server);
  }

  WriteOptions options() {
    return options(FieldValidation.WARN);
  }

  WriteOptions options(FieldValidation validation) {
    return new WriteOptions("tester", false, validation, false).warning(warnings::add);
  }

  WriteOptions dryRun() {
    return new WriteOptions("tester", true, FieldValidation.WARN, false).warning(warnings::add);
  }

  WriteOptions managedBy(String manager, boolean force) {
    return new WriteOptions(manager, false, FieldValidation.WARN, force).warning(warnings::add);
  }

  /** Parses JSON in single quotes. */
  static JsonObject json(String json) {
    return (JsonObject) tree(json);
  }

  static Resource resource(String json) {
    return Resource.parse(json.replace('\'', '"'));
  }

  /** Returns the object that an outcome stores. */
  static JsonObject stored(Outcome outcome) {
    if (outcome instanceof Outcome.Put put) {
      return put.object();
    }
    throw new AssertionError(outcome + " (expected: an object to store)");
  }

  /** Returns the object that an outcome returns without storing it. */
  static JsonObject answered(Outcome outcome) {
    if (outcome instanceof Outcome.NoWrite answer) {
      return (JsonObject) tree(answer.object());
    }
    throw new AssertionError(outcome + " (expected: an answer)");
  }

  /** Returns the field managers of an object with their operations, in order. */
  static List<String> managers(JsonObject object) {
    var managers = new ArrayList<String>();
    object
        .at("/metadata/managedFields")
        .forEach(
            each ->
                managers.add(
                    each.path("manager").asText() + " " + each.path("operation").asText()));
    return managers;
  }

  /** Returns the fields that a manager owns, as FieldsV1; null if it owns none. */
  static @Nullable String fieldsOf(JsonObject object, String manager) {
    for (var each : object.at("/metadata/managedFields")) {
      if (each.path("manager").asText().equals(manager)) {
        return each.path("fieldsV1").toString().replace('"', '\'');
      }
    }
    return null;
  }

  @Override
  public void close() {
    server.close();
  }
}
