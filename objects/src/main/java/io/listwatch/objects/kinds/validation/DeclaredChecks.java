package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.FieldChecks;

/** Applies the checks of one row of the type table to a value, with kube-apiserver's messages. */
final class DeclaredChecks {
  private final Field field;
  private final Declaration declaration;
  private final FieldChecks checks;

  DeclaredChecks(Field field, Declaration declaration) {
    this.field = field;
    this.declaration = declaration;
    this.checks = declaration.checks();
  }

  void check() {
    if (declaration.isItem()) {
      checkValue();
    } else if (checks.required() && field.isZero()) {
      field.required("");
    } else if (declaration.isCollection()) {
      checkSize();
    } else if (!isLeftOut()) {
      checkValue();
    }
  }

  private boolean isLeftOut() {
    return (declaration.isPointer() && field.absent()) || (checks.optional() && field.isZero());
  }

  private void checkSize() {
    if (checks.maxItems() != null) {
      field.noMoreThan(checks.maxItems());
    }
  }

  private void checkValue() {
    if (!checks.enumeration().isEmpty()) {
      field.oneOf(checks.enumeration());
    }
    if (checks.positive()) {
      field.positive();
    }
    if (checks.min() != null && checks.max() != null) {
      field.within(checks.min(), checks.max());
    } else if (checks.min() != null) {
      field.atLeast(checks.min());
    }
    if (checks.maxBytes() != null) {
      field.noLongerThan(checks.maxBytes());
    }
  }
}
