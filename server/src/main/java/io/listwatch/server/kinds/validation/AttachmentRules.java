package io.listwatch.server.kinds.validation;

/** That a volume is to be attached to a node. */
final class AttachmentRules implements KindRules {
  private static final String EXACTLY_ONE =
      "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

  @Override
  public void check(Field attachment) {
    Field spec = attachment.at("spec");
    CsiRules.checkDriverName(spec.at("attacher"));
    checkSource(spec.at("source"));
    spec.at("nodeName").matches(TextForm.SUBDOMAIN);
  }

  private static void checkSource(Field source) {
    Field volume = source.at("persistentVolumeName");
    boolean inline = source.at("inlineVolumeSpec").present();
    if (inline && volume.present()) {
      source.forbidden(EXACTLY_ONE);
    } else if (!inline && volume.absent()) {
      source.required(EXACTLY_ONE);
    } else if (volume.present()) {
      if (volume.isEmpty()) {
        volume.required("must specify non empty persistentVolumeName");
      }
      volume.matches(TextForm.SUBDOMAIN);
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    check(next);
    Field spec = next.at("spec");
    if (!spec.alike(old.at("spec"))) {
      spec.invalid(shown(spec), "field is immutable");
    }
  }

  private static Object shown(Field spec) {
    return GoStruct.of(spec)
        .withText("Attacher", "attacher")
        .with(
            "Source",
            GoStruct.of(spec.at("source"))
                .with("PersistentVolumeName", "persistentVolumeName")
                .with("InlineVolumeSpec", "inlineVolumeSpec"))
        .withText("NodeName", "nodeName");
  }
}
