package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.metadata.MetadataValidation;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.NameRule;
import java.util.ArrayList;
import java.util.List;

/** Validates objects that are prepared to be stored: their metadata, then their content. */
public final class ObjectValidation {
  private ObjectValidation() {}

  /** Returns the errors of a new object. */
  public static List<FieldError> create(WrittenKind kind, Strategy strategy, JsonObject object) {
    List<FieldError> errors = new ArrayList<>();
    Metadata metadata = Metadata.of(object);
    var rules = new MetadataValidation(kind.type().scope(), kind.traits().names(), errors);
    rules.check(metadata);
    if (kind.traits().qualifiedFinalizers()) {
      rules.checkQualified(metadata);
    }
    strategy.validate(object, errors);
    return errors;
  }

  /**
   * Returns the errors of changed metadata. kube-apiserver checks changes of metadata twice, so
   * that errors come in pairs.
   */
  public static List<FieldError> metadataUpdate(WrittenKind kind, Metadata next, Metadata old) {
    List<FieldError> errors = new ArrayList<>();
    var common = new MetadataValidation(kind.type().scope(), NameRule.PATH_SEGMENT, errors);
    common.check(next);
    common.checkChange(next, old);
    var own = new MetadataValidation(kind.type().scope(), kind.traits().names(), errors);
    own.checkChange(next, old);
    if (kind.traits().revalidated()) {
      own.check(next);
      own.checkQualified(next);
    }
    return errors;
  }
}
