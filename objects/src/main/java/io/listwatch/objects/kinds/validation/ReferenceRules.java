package io.listwatch.objects.kinds.validation;

/** Validates references to other objects. */
final class ReferenceRules {
  private static final String PATH_CHARACTERS = "/-._~%!$&'()*+,;=:";

  private ReferenceRules() {}

  /** Validates a reference by API group, kind and name. */
  static void checkTyped(Field reference) {
    reference.at("apiGroup").ifPresent(group -> group.matches(TextForm.SUBDOMAIN));
    reference.at("kind").requireMatch(TextForm.PATH_SEGMENT);
    reference.at("name").requireMatch(TextForm.PATH_SEGMENT);
  }

  /** Validates a domain-prefixed path, such as {@code acme.io/foo}. */
  static void checkPrefixedPath(Field path) {
    if (path.isEmpty()) {
      path.required("");
      return;
    }
    int slash = path.text().indexOf('/');
    if (slash <= 0 || slash == path.text().length() - 1) {
      path.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
      return;
    }
    path.matches(TextForm.SUBDOMAIN, path.text().substring(0, slash));
    String rest = path.text().substring(slash + 1);
    if (!TextForm.consistsOf(
        rest, c -> TextForm.isAlphanumeric(c) || PATH_CHARACTERS.indexOf(c) >= 0)) {
      path.invalid(
          rest, "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
    }
  }
}
