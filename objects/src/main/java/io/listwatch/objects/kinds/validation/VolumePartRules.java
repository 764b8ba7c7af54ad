package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;

/** Validates VolumeAttachments, CSIStorageCapacities and VolumeAttributesClasses. */
final class VolumePartRules {
  private VolumePartRules() {}

  /** Validates VolumeAttachments. */
  static final class Attachment implements ValidationRules {
    private static final String ONE =
        "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    private static final int MAX_METADATA = 256 * 1024;
    private static final int MAX_MESSAGE = 1024;

    @Override
    public void check(Field attachment) {
      Field spec = attachment.at("spec");
      VolumeRules.checkDriver(spec.at("attacher"));
      checkSource(spec.at("source"));
      spec.at("nodeName").matches(TextForm.SUBDOMAIN);
      checkStatus(attachment.at("status"));
      spec.at("source", "persistentVolumeName").ifPresent(name -> name.matches(TextForm.SUBDOMAIN));
    }

    private static void checkSource(Field source) {
      Field name = source.at("persistentVolumeName");
      boolean inline = source.at("inlineVolumeSpec").present();
      if (!inline && name.absent()) {
        source.required(ONE);
      } else if (inline && name.present()) {
        source.forbidden(ONE);
      } else if (inline) {
        PersistentVolumeRules.checkInline(source.at("inlineVolumeSpec"));
      } else if (name.isEmpty()) {
        name.required("must specify non empty persistentVolumeName");
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

    private static GoStruct shown(Field spec) {
      return GoStruct.of(spec)
          .withText("Attacher", "attacher")
          .with(
              "Source",
              GoStruct.of(spec.at("source"))
                  .with("PersistentVolumeName", "persistentVolumeName")
                  .with("InlineVolumeSpec", "inlineVolumeSpec"))
          .withText("NodeName", "nodeName");
    }

    @Override
    public void checkStatus(Field next, Field old) {
      checkStatus(next.at("status"));
    }

    private static void checkStatus(Field status) {
      long size = 0;
      for (var each : status.at("attachmentMetadata").entries().entrySet()) {
        size += bytes(each.getKey()) + bytes(each.getValue().text());
      }
      if (size > MAX_METADATA) {
        status.at("attachmentMetadata").tooLong(MAX_METADATA);
      }
      checkError(status.at("attachError"));
      checkError(status.at("detachError"));
    }

    private static int bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** kube-apiserver reports another limit than it enforces. */
    private static void checkError(Field error) {
      if (bytes(error.at("message").text()) > MAX_MESSAGE) {
        error.at("message").tooLong(MAX_METADATA);
      }
      error.checkDeclared("errorCode");
    }
  }

  /** Validates CSIStorageCapacities. */
  static final class Capacity implements ValidationRules {
    @Override
    public void check(Field capacity) {
      LabelSelectorRules.check(capacity.at("nodeTopology"));
      capacity.at("storageClassName").matches(TextForm.SUBDOMAIN);
      Field quantity = capacity.at("capacity");
      if (quantity.quantity().signum() < 0) {
        quantity.invalid("must be greater than or equal to 0");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      check(next);
      next.checkImmutable(old, "nodeTopology", "storageClassName");
    }
  }

  /** Validates VolumeAttributesClasses. */
  static final class Attributes implements ValidationRules {
    @Override
    public void check(Field attributes) {
      StorageClassRules.checkProvisioner(attributes.at("driverName"));
      StorageClassRules.checkParameters(attributes.at("parameters"));
      if (attributes.at("parameters").isEmpty()) {
        attributes.at("parameters").required("must contain at least one key/value pair");
      }
    }

    @Override
    public void checkChange(Field next, Field old) {
      for (String member : new String[] {"driverName", "parameters"}) {
        JsonValue before = old.at(member).value();
        if (!next.at(member).value().equals(before)) {
          next.at(member).forbidden("updates to " + member + " are forbidden.");
        }
      }
      check(next);
    }
  }
}
