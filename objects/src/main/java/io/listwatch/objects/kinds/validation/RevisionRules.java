package io.listwatch.objects.kinds.validation;

/** Validates ControllerRevisions. */
final class RevisionRules implements ValidationRules {
  @Override
  public void check(Field revision) {
    revision.checkDeclared("revision");
    Field data = revision.at("data");
    if (data.absent()) {
      data.required("data is mandatory");
    } else if (!data.value().isObject()) {
      data.required("data must be a valid JSON object");
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    next.checkDeclared("revision");
    next.checkImmutable(old, "data");
  }
}
