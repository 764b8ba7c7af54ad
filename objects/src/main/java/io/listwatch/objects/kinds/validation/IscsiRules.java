package io.listwatch.objects.kinds.validation;

import java.util.regex.Pattern;

/** Validates iSCSI volume sources, in a pod or in a PersistentVolume. */
final class IscsiRules {
  /** The three forms of an iSCSI qualified name: {@code iqn}, {@code eui} and {@code naa}. */
  private static final Pattern NAME =
      Pattern.compile(
          "iqn\\.\\d{4}-\\d{2}\\.[0-9A-Za-z.-]+:[^,;*&$|\\t\\n\\f\\r ]+"
              + "|eui.[0-9A-Za-z]{16}"
              + "|naa.[0-9A-Za-z]{32}");

  private static final Pattern KIND = Pattern.compile("iqn|eui|naa");

  private final Field source;

  private final boolean persistent;

  private IscsiRules(Field source, boolean persistent) {
    this.source = source;
    this.persistent = persistent;
  }

  static void checkInPod(Field source) {
    new IscsiRules(source, false).check();
  }

  static void checkPersistent(Field source) {
    new IscsiRules(source, true).check();
  }

  private void check() {
    source.checkDeclared("targetPortal");
    Field target = source.at("iqn");
    if (target.isEmpty()) {
      target.required("");
    } else {
      checkName(target);
    }
    source.checkDeclared("lun");
    checkSecret(source.at("secretRef"));
    source
        .at("initiatorName")
        .called(source.path().child("initiatorname"))
        .ifPresent(this::checkName);
  }

  /** CHAP authentication requires a secret. */
  private void checkSecret(Field secret) {
    boolean asked =
        source.at("chapAuthDiscovery").isTrue() || source.at("chapAuthSession").isTrue();
    if (asked && secret.absent()) {
      secret.required("");
    } else if (persistent && secret.present()) {
      secret.at("name").requireText();
    }
  }

  private void checkName(Field name) {
    if (!persistent && !KIND.matcher(name.text()).lookingAt()) {
      name.invalid("must be valid format starting with iqn, eui, or naa");
    } else if (!NAME.matcher(name.text()).matches()) {
      name.invalid("must be valid format");
    }
  }
}
