package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.write.WriteFixture.KEY;
import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps that the transitions share. */
final class WriteStepsTest {
  private static final UserInfo JANE = new UserInfo("jane", "7", List.of("devs"));

  private final WriteFixture fixture = new WriteFixture();
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static CompletionStage<String> followed(String word) {
    return CompletableFuture.completedFuture(word + ", then more");
  }

  @Test
  void continuesOnCallersThreadAfterCompletedStage() {
    fixture.workers = tasks::add;

    CompletableFuture<String> result =
        fixture
            .steps()
            .goOn(CompletableFuture.completedFuture("done"), WriteStepsTest::followed)
            .toCompletableFuture();

    assertThat(result).isCompletedWithValue("done, then more");
    assertThat(tasks).isEmpty();
  }

  @Test
  void continuesOnWorkerAfterPendingStage() {
    fixture.workers = tasks::add;
    var stage = new CompletableFuture<String>();
    CompletableFuture<String> result =
        fixture.steps().goOn(stage, WriteStepsTest::followed).toCompletableFuture();

    stage.complete("later");

    assertThat(result).isNotDone();
    tasks.remove().run();
    assertThat(result).isCompletedWithValue("later, then more");
  }

  @Test
  void doesNotContinueAfterFailedStage() {
    CompletionStage<String> result =
        fixture
            .steps()
            .goOn(
                CompletableFuture.<String>failedFuture(ApiErrors.plain("no")),
                WriteStepsTest::followed);

    assertThatThrownBy(() -> await(result)).hasMessageContaining("no");
  }

  @Test
  void authorizerIsCalledWithTheVerbCreate() {
    var requests = new ArrayList<AccessRequest>();
    fixture.authorizer =
        request -> {
          requests.add(request);
          return Authorizer.Decision.ALLOWED;
        };

    fixture
        .steps()
        .authorizeCreate(fixture.kind("apps", "deployments"), KEY, fixture.options().by(JANE));

    assertThat(requests)
        .containsExactly(
            new AccessRequest(JANE, "create", "apps", "v1", "deployments", "", "home", "a", ""));
  }

  @Test
  void deniedCreateIsForbiddenWithItsReason() {
    fixture.authorizer = request -> Authorizer.Decision.denied("jane may not");

    assertThatThrownBy(
            () ->
                await(
                    fixture.steps().authorizeCreate(fixture.configMaps(), KEY, fixture.options())))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(403);
              assertThat(e.status().message())
                  .isEqualTo("configmaps \"a\" is forbidden: jane may not");
            });
  }

  @ParameterizedTest
  @CsvSource({"false,UPDATE", "true,CREATE"})
  void admissionRequestDescribesTheWrite(boolean creates, Operation operation) {
    JsonObject object = json("{'metadata':{'name':'a'}}");
    JsonObject old = creates ? null : json("{'metadata':{'name':'old'}}");
    WriteOptions options = fixture.dryRun().by(JANE);
    AdmissionSteps admission =
        fixture.steps().admission(fixture.configMaps(), KEY, ObjectPart.STATUS, options);

    await(admission.mutate(object, old, changed -> followed(changed.toString())));
    await(admission.validate(object, old, passed -> followed("valid")));

    assertThat(fixture.admission.asked()).hasSize(2);
    for (AdmissionRequest request : fixture.admission.asked()) {
      assertThat(request.operation()).isEqualTo(operation);
      assertThat(request.definition()).isSameAs(fixture.configMaps().definition());
      assertThat(request.key()).isEqualTo(KEY);
      assertThat(request.subresource()).isEqualTo("status");
      assertThat(request.object()).isSameAs(object);
      assertThat(request.oldObject()).isSameAs(old);
      assertThat(request.user()).isEqualTo(JANE);
      assertThat(request.dryRun()).isTrue();
    }
    fixture.admission.asked().get(0).warnings().accept("careful");
    assertThat(fixture.warnings).containsExactly("careful");
  }

  @Test
  void nextStepReceivesWhetherObjectWasMutated() {
    AdmissionSteps admission =
        fixture.steps().admission(fixture.configMaps(), KEY, ObjectPart.WHOLE, fixture.options());

    String untouched =
        await(admission.mutate(json("{}"), null, changed -> followed(changed.toString())));
    fixture.admission.onMutate = object -> object.put("a", 1);
    String mutated =
        await(admission.mutate(json("{}"), null, changed -> followed(changed.toString())));

    assertThat(untouched).isEqualTo("false, then more");
    assertThat(mutated).isEqualTo("true, then more");
  }

  @Test
  void doesNotContinueAfterRejection() {
    fixture.admission.rejects = request -> true;
    AdmissionSteps admission =
        fixture.steps().admission(fixture.configMaps(), KEY, ObjectPart.WHOLE, fixture.options());

    assertThatThrownBy(() -> admission.validate(json("{}"), null, passed -> followed("valid")))
        .hasMessageContaining("configmaps \"a\" is forbidden: not admitted");
  }

  @ParameterizedTest
  @EnumSource(FieldValidation.class)
  void copyOfOptionsDiffersOnlyInTheChangedOption(FieldValidation validation) {
    var heard = new ArrayList<String>();

    WriteOptions options =
        new WriteOptions("m", true, validation, true).by(JANE).warning(heard::add);

    assertThat(options.manager()).isEqualTo("m");
    assertThat(options.dryRun()).isTrue();
    assertThat(options.force()).isTrue();
    assertThat(options.validation()).isEqualTo(validation);
    assertThat(options.user()).isEqualTo(JANE);
    options.warnings().accept("careful");
    assertThat(heard).containsExactly("careful");
    assertThat(new WriteOptions("m", false, validation, false).user()).isEqualTo(UserInfo.SERVER);
  }
}
