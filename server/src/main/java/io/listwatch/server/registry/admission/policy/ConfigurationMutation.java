package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.apply.UnmanagedApply;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.objects.schema.cel.ExpressionException;

/** A mutation of patch type {@code ApplyConfiguration}. */
final class ConfigurationMutation implements MutatingPolicy.Mutation {
  private final AdmissionExpression expression;

  ConfigurationMutation(AdmissionExpression expression) {
    this.expression = expression;
  }

  @Override
  public JsonObject apply(JsonObject object, Schema schema, AdmissionInput input)
      throws MutationFailedException {
    try {
      JsonObject configuration = expression.configuration(input);
      configuration.set("apiVersion", object.get("apiVersion"));
      configuration.set("kind", object.get("kind"));
      return UnmanagedApply.apply(object, configuration, schema);
    } catch (ExpressionException e) {
      throw new MutationFailedException(e);
    } catch (PatchException e) {
      throw new MutationFailedException("error applying patch: " + e.getMessage());
    }
  }
}
