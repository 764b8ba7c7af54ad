package io.listwatch.server.registry.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.Schema;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.Definitions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OwnerReferencesPermissionEnforcementTest {
  private static final ResourceDefinition WIDGETS = Definitions.custom("example.com/v1", "Widget");
  private static final String BLOCKING =
      "{'apiVersion':'example.com/v1','kind':'Widget','name':'o','uid':'1','blockOwnerDeletion':true}";
  private static final String PLAIN = BLOCKING.replace("true", "false");

  private final Set<String> allowed = new HashSet<>();
  private final List<String> asked = new ArrayList<>();
  private final OwnerReferencesPermissionEnforcement plugin =
      new OwnerReferencesPermissionEnforcement(this::decide, new Versions(), Runnable::run);

  private Authorizer.Decision decide(AccessRequest access) {
    String question =
        "%s %s.%s/%s %s/%s"
            .formatted(
                access.verb(),
                access.resource(),
                access.group(),
                access.subresource(),
                access.namespace(),
                access.name());
    asked.add(question);
    return allowed.contains(question)
        ? Authorizer.Decision.ALLOWED
        : Authorizer.Decision.noOpinion("because");
  }

  private static final class Versions implements AdmissionContext.Versions {
    @Override
    public List<ResourceDefinition> equivalents(ResourceDefinition definition) {
      return List.of();
    }

    @Override
    public CompletionStage<JsonObject> convert(
        JsonObject object, ResourceDefinition from, ResourceDefinition to) {
      throw new AssertionError("nothing is converted");
    }

    @Override
    public Schema schema(AdmissionRequest request, ResourceDefinition matched) {
      return Schema.unknown();
    }

    @Override
    public Optional<ResourceDefinition> ofKind(String apiVersion, String kind) {
      return kind.equals("Widget") ? Optional.of(WIDGETS) : Optional.empty();
    }
  }

  private String rejection(@Nullable String old, String next) {
    var request =
        new AdmissionRequest(
            old == null ? Operation.CREATE : Operation.UPDATE,
            WIDGETS,
            ResourceKey.of("home", "w"),
            "",
            object(next),
            old == null ? null : object(old),
            UserInfo.ANONYMOUS,
            false,
            warning -> {});
    try {
      plugin.validate(request).toCompletableFuture().join();
      return "";
    } catch (CompletionException rejected) {
      return rejected.getCause() instanceof ApiException denial ? denial.status().message() : "";
    }
  }

  private static JsonObject object(String owners) {
    return (JsonObject)
        JsonTrees.read(
            "{'metadata':{'ownerReferences':[%s]}}".formatted(owners).replace('\'', '"'));
  }

  @Test
  void checksNoPermissionIfOwnersDoNotChange() {
    assertThat(rejection(null, "")).isEmpty();
    assertThat(rejection(BLOCKING, BLOCKING)).isEmpty();
    assertThat(rejection(null, PLAIN)).isEmpty();

    assertThat(asked).isEmpty();
  }

  @Test
  void changingOwnersNeedsPermissionToDelete() {
    assertThat(rejection("", PLAIN))
        .endsWith(
            "widgets.example.com \"w\" is forbidden: cannot set an ownerRef on a resource you can't"
                + " delete: because, <nil>");
    assertThat(rejection(PLAIN, "")).contains("cannot set an ownerRef");

    allowed.add("delete widgets.example.com/ home/w");
    assertThat(rejection("", PLAIN)).isEmpty();
  }

  @Test
  void blockOwnerDeletionNeedsPermissionToSetFinalizersOfTheOwner() {
    assertThat(rejection(null, BLOCKING))
        .endsWith(
            "widgets.example.com \"w\" is forbidden: cannot set blockOwnerDeletion if an"
                + " ownerReference refers to a resource you can't set finalizers on: because,"
                + " <nil>");
    assertThat(asked)
        .containsExactly(
            "update *.*/finalizers null/*", "update widgets.example.com/finalizers home/o");

    allowed.add("update widgets.example.com/finalizers home/o");
    assertThat(rejection(null, BLOCKING)).isEmpty();
    allowed.clear();
    allowed.add("update *.*/finalizers null/*");
    assertThat(rejection(null, BLOCKING)).isEmpty();
  }

  @Test
  void ownerThatBeginsToBlockIsChecked() {
    allowed.add("delete widgets.example.com/ home/w");

    assertThat(rejection(PLAIN, BLOCKING)).contains("can't set finalizers on");
    assertThat(rejection(BLOCKING, PLAIN)).isEmpty();
  }

  @Test
  void ownerOfAnUnknownKindIsRejected() {
    assertThat(rejection(null, BLOCKING.replace("Widget", "Gadget")))
        .endsWith(
            "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for"
                + " APIVersion example.com/v1 Kind Gadget: no matches for kind \"Gadget\" in"
                + " version \"example.com/v1\"");
  }
}
