package io.listwatch.server.registry.admission;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.Definitions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An admission plug-in implements the step that it needs; the other step admits everything. */
final class AdmissionDefaultsTest {
  private static final ResourceDefinition WIDGETS = Definitions.custom("example.com/v1", "Widget");

  private final List<String> warnings = new ArrayList<>();

  private AdmissionRequest request(Operation operation) {
    JsonObject object = new JsonObject().put("kind", "Widget");
    return new AdmissionRequest(
        operation,
        WIDGETS,
        ResourceKey.of("home", "w"),
        "",
        operation == Operation.DELETE ? null : object,
        operation == Operation.CREATE ? null : object.deepCopy(),
        UserInfo.SERVER,
        false,
        warnings::add);
  }

  /** Returns the result of a stage that is complete already. */
  private static <T> T completed(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    assertThat(future).isCompleted();
    return future.join();
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void admissionNoneReportsNoMutationAndAdmitsAtOnce(Operation operation) {
    AdmissionRequest request = request(operation);

    assertThat(completed(Admission.NONE.mutate(request))).isFalse();
    completed(Admission.NONE.validate(request));
    assertThat(warnings).isEmpty();
  }

  @Test
  void admissionNoneDoesNotChangeTheObject() {
    AdmissionRequest request = request(Operation.UPDATE);

    completed(Admission.NONE.mutate(request));
    completed(Admission.NONE.validate(request));

    assertThat(request.object()).isEqualTo(request.oldObject());
  }

  @Test
  void validatingPluginDoesNotMutate() {
    var rejecting = new RecordingAdmission();
    Admission validating =
        new Admission() {
          @Override
          public CompletionStage<Void> validate(AdmissionRequest request) {
            return rejecting.validate(request);
          }
        };

    assertThat(completed(validating.mutate(request(Operation.CREATE)))).isFalse();
    completed(validating.validate(request(Operation.CREATE)));
    assertThat(rejecting.validated()).hasSize(1);
  }

  @Test
  void mutatingPluginAdmitsMutatedObject() {
    Admission labelling =
        new Admission() {
          @Override
          public CompletionStage<Boolean> mutate(AdmissionRequest request) {
            JsonObject object = request.object();
            if (object != null) {
              object.putObject("metadata").putObject("labels").put("seen", "true");
            }
            request.warnings().accept("labelled");
            return CompletableFuture.completedFuture(object != null);
          }
        };
    AdmissionRequest request = request(Operation.CREATE);

    assertThat(completed(labelling.mutate(request))).isTrue();
    completed(labelling.validate(request));

    assertThat(requireNonNull(request.object()).at("/metadata/labels/seen").asText())
        .isEqualTo("true");
    assertThat(warnings).containsExactly("labelled");
  }
}
