package io.listwatch.server.registry.verbs;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.UnknownFields;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.FullReplacement;
import io.listwatch.server.registry.write.SubmittedPart;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.time.Timers;
import java.util.List;

/** Decodes, defaults and encodes TokenRequests, which are never stored. */
final class TokenRequestDecoder {
  static final ResourceType TYPE =
      ResourceType.namespaced("authentication.k8s.io/v1", "TokenRequest", "tokenrequests");

  private static final long DEFAULT_SECONDS = 3_600;

  private final ObjectSchema schema = BuiltInTypes.load().find(TYPE).orElseThrow();
  private final BuiltInForm form = new BuiltInForm(schema);
  private final Timers timers;

  TokenRequestDecoder(Timers timers) {
    this.timers = timers;
  }

  /**
   * Returns the request with its defaults and its manager, without a status.
   *
   * @param namespace of the path
   */
  JsonObject decode(DecodedObject sent, String namespace, WriteOptions options) {
    var change = new FullReplacement(sent);
    change.checkKind(TYPE);
    change.checkValues(TYPE);
    checkFields(sent, change, options);
    JsonObject request = form.normalize(sent.object());
    request.put("kind", TYPE.kind()).put("apiVersion", TYPE.apiVersion());
    Metadata metadata = Metadata.of(request);
    if (!metadata.namespace().isEmpty() && !metadata.namespace().equals(namespace)) {
      throw ApiErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    request.remove("status");
    JsonObject spec = request.withObject("spec");
    if (!spec.hasNonNull("expirationSeconds")) {
      spec.put("expirationSeconds", DEFAULT_SECONDS);
    }
    SubmittedPart.recordManager(TYPE, "token", request, options, timers.now());
    return request;
  }

  private void checkFields(DecodedObject sent, FullReplacement change, WriteOptions options) {
    boolean strict = options.validation() == FieldValidation.STRICT;
    List<String> complaints =
        UnknownFields.complaints(sent.object(), schema, sent.duplicates(), !strict);
    if (strict && !complaints.isEmpty()) {
      throw change.refusedStrictly(TYPE, sent.object(), String.join(", ", complaints));
    }
    if (options.validation() == FieldValidation.WARN) {
      complaints.forEach(options.warnings());
    }
  }

  byte[] encode(JsonObject request) {
    return form.encode(request);
  }
}
