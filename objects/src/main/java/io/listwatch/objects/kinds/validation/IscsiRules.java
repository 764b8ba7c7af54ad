package io.listwatch.objects.kinds.validation;

import java.util.regex.Pattern;

/** Storage that is spoken to by iSCSI, in a pod or in a persistent volume. */
final class IscsiRules {
  /** Names by date and domain, by an assigned number, or by what the device is. */
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

  /** Who has to show who he is has to know where that is written. */
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
