package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.apply.JsonPatch;
import io.listwatch.objects.apply.PatchBody;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.UnknownFields;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.objects.schema.cel.ExpressionException;
import io.listwatch.server.registry.ApiErrors;
import java.util.List;

/** A mutation of patch type {@code JSONPatch}. */
final class JsonPatchMutation implements MutatingPolicy.Mutation {
  private final AdmissionExpression expression;

  JsonPatchMutation(AdmissionExpression expression) {
    this.expression = expression;
  }

  @Override
  public JsonObject apply(JsonObject object, Schema schema, AdmissionInput input)
      throws MutationFailedException {
    JsonObject patched;
    try {
      JsonArray operations = expression.operations(input);
      patched = JsonPatch.apply(object, PatchBody.of(operations));
    } catch (ExpressionException e) {
      throw new MutationFailedException(e);
    } catch (PatchException e) {
      if (e.kind() == PatchException.Kind.TEST_FAILED) {
        return object;
      }
      throw new MutationFailedException("JSON Patch: " + e.getMessage());
    }
    checkFields(patched, schema);
    return patched;
  }

  /**
   * A patch that adds an unknown field to a built-in kind is an error, whatever the failure policy.
   */
  private static void checkFields(JsonObject patched, Schema schema) {
    if (!(schema instanceof ObjectSchema)) {
      return;
    }
    List<String> complaints = UnknownFields.complaints(patched, schema, List.of(), false);
    if (!complaints.isEmpty()) {
      throw ApiErrors.internal("strict decoding error: " + String.join(", ", complaints));
    }
  }
}
