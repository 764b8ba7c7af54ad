package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.registry.write.WriteResult;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Shortens tests of verbs on the objects of one kind. JSON may have single quotes. */
public final class ObjectsUnderTest {
  public static final WriteOptions PLAIN =
      new WriteOptions("tester", false, FieldValidation.WARN, false);
  static final WriteOptions DRY = new WriteOptions("tester", true, FieldValidation.WARN, false);
  static final WriteOptions STRICT =
      new WriteOptions("tester", false, FieldValidation.STRICT, false);
  public static final String NAMESPACE = "home";

  private final VerbsFixture fixture;
  private final ResourceDefinition definition;

  public ObjectsUnderTest(VerbsFixture fixture, String group, String plural) {
    this.fixture = fixture;
    this.definition = fixture.definition(group, plural);
  }

  /** Creates the namespace of the objects and its account default, whose pods get no token. */
  public static void createNamespace(VerbsFixture fixture) {
    new ObjectsUnderTest(fixture, "", "namespaces")
        .create("{'metadata':{'name':'%s'}}".formatted(NAMESPACE));
    new ObjectsUnderTest(fixture, "", "serviceaccounts")
        .create("{'metadata':{'name':'default'},'automountServiceAccountToken':false}");
  }

  public static DecodedObject submitted(String json) {
    return new DecodedObject((JsonObject) tree(json), List.of());
  }

  public static JsonValue tree(String json) {
    return JsonTrees.read(json.replace('\'', '"'));
  }

  public static JsonValue tree(Resource object) {
    return JsonTrees.read(object.toByteArray());
  }

  /** Returns the result of a stage, or throws the {@link ApiException} that it failed with. */
  public static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ApiException refused) {
        throw refused;
      }
      throw new AssertionError(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private ResourceKey key(String name) {
    return definition.type().scope() == Scope.NAMESPACED
        ? ResourceKey.of(NAMESPACE, name)
        : ResourceKey.of(name);
  }

  public JsonValue create(String json) {
    return tree(create(json, PLAIN).object());
  }

  public WriteResult create(String json, WriteOptions options) {
    String namespace = definition.type().scope() == Scope.NAMESPACED ? NAMESPACE : null;
    return await(fixture.verbs.create(definition, namespace, submitted(json), options));
  }

  public WriteResult act(String name, String subresource, String json) {
    return await(fixture.verbs.create(definition, key(name), subresource, submitted(json), PLAIN));
  }

  public WriteResult update(String name, String subresource, String json) {
    return update(name, subresource, json, PLAIN);
  }

  public WriteResult update(String name, String subresource, String json, WriteOptions options) {
    return await(
        fixture.verbs.update(definition, key(name), subresource, submitted(json), options));
  }

  public WriteResult merge(String name, String json) {
    return merge(name, json, PLAIN);
  }

  public WriteResult merge(String name, String json, WriteOptions options) {
    var patch = Patch.parse(Patch.Type.MERGE, json.replace('\'', '"'));
    return await(fixture.verbs.patch(definition, key(name), "", patch, options));
  }

  WriteResult mergeInto(String name, String subresource, String json) {
    var patch = Patch.parse(Patch.Type.MERGE, json.replace('\'', '"'));
    return await(fixture.verbs.patch(definition, key(name), subresource, patch, PLAIN));
  }

  public WriteResult apply(String name, String json) {
    return apply(name, json, PLAIN);
  }

  WriteResult apply(String name, String json, WriteOptions options) {
    return apply(name, "", json, options);
  }

  WriteResult apply(String name, String subresource, String json, WriteOptions options) {
    var patch = Patch.parse(Patch.Type.APPLY, json.replace('\'', '"'));
    return await(fixture.verbs.patch(definition, key(name), subresource, patch, options));
  }

  public DeleteResult delete(String name) {
    return delete(name, DeleteOptions.NONE);
  }

  public DeleteResult delete(String name, DeleteOptions options) {
    return await(fixture.verbs.delete(definition, key(name), options));
  }

  public JsonValue get(String name) {
    return tree(await(fixture.verbs.get(definition, key(name), VersionMatch.mostRecent())));
  }

  public static DeleteOptions grace(long seconds) {
    return new DeleteOptions(seconds, null, null, null, null, false);
  }

  static DeleteOptions propagating(PropagationPolicy policy) {
    return new DeleteOptions(null, null, null, policy, null, false);
  }
}
