package io.listwatch.objects.kinds.validation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.x509.Pem;
import java.io.IOException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates the status of a CertificateSigningRequest. Approvers write the {@code approval}
 * subresource, signers write {@code status}. Neither may change an earlier decision or an issued
 * certificate.
 */
public final class CertificateStatusRules {
  private static final Declaration REQUEST =
      Declaration.ofType("certificates/v1.CertificateSigningRequest");

  private static final String APPROVED = "Approved";
  private static final String DENIED = "Denied";
  private static final String FAILED = "Failed";

  /** Conditions whose status can only be True. */
  private static final Set<String> ALWAYS_TRUE = Set.of(APPROVED, DENIED, FAILED);

  private CertificateStatusRules() {}

  /** Validates a write to the {@code approval} subresource. */
  public static void checkApproval(JsonObject next, JsonObject old, List<FieldError> errors) {
    Field request = Field.root(REQUEST, next, errors);
    new CertificateRules().check(request);
    Field conditions = request.at("status", "conditions");
    checkConditions(conditions);
    checkNoneRemoved(conditions, Field.unchecked(REQUEST, old).at("status", "conditions"));
  }

  static void checkSigning(Field status, Field before) {
    Field conditions = status.at("conditions");
    checkConditions(conditions);
    Field certificate = status.at("certificate");
    boolean changed = !certificate.alike(before.at("certificate"));
    if (changed && !certificate.isEmpty()) {
      checkCertificate(certificate);
    }
    checkNoneRemoved(conditions, before.at("conditions"));
    for (String type : List.of(APPROVED, DENIED)) {
      checkUndecided(conditions, before.at("conditions"), type);
    }
    if (changed && !before.at("certificate").isEmpty()) {
      certificate.forbidden("updates may not modify existing certificate content");
    }
  }

  private static void checkConditions(Field conditions) {
    Set<String> seen = new HashSet<>();
    conditions.each(
        condition -> {
          Field type = condition.at("type");
          Field status = condition.at("status");
          type.checkDeclared();
          if (ALWAYS_TRUE.contains(type.text())) {
            status.requireOneOf(List.of("True"));
          } else {
            status.checkDeclared();
          }
          boolean contradicts =
              (type.is(APPROVED) && seen.contains(DENIED))
                  || (type.is(DENIED) && seen.contains(APPROVED));
          if (contradicts) {
            conditions.invalid(
                type.text(), "Approved and Denied conditions are mutually exclusive");
          }
          type.unique(seen);
        });
  }

  private static void checkNoneRemoved(Field conditions, Field before) {
    for (String type : List.of(APPROVED, DENIED, FAILED)) {
      if (ofType(conditions, type).size() < ofType(before, type).size()) {
        conditions.forbidden("updates may not remove a condition of type \"" + type + "\"");
      }
    }
  }

  private static void checkUndecided(Field conditions, Field before, String type) {
    if (ofType(conditions, type).size() > ofType(before, type).size()) {
      conditions.forbidden("updates may not add a condition of type \"" + type + "\"");
    }
  }

  private static List<JsonValue> ofType(Field conditions, String type) {
    return conditions.items().stream()
        .filter(each -> each.at("type").is(type))
        .map(Field::value)
        .toList();
  }

  private static void checkCertificate(Field certificate) {
    try {
      Pem.checkCertificates(decoded(certificate));
    } catch (IOException wrong) {
      certificate.invalid("<certificate data>", String.valueOf(wrong.getMessage()));
    }
  }

  /**
   * Returns the decoded Base64 value as ISO 8859-1, because only its ASCII characters are read;
   * empty if it is malformed.
   */
  static String decoded(Field bytes) {
    try {
      return new String(Base64.getDecoder().decode(bytes.text()), ISO_8859_1);
    } catch (IllegalArgumentException noBase64) {
      return "";
    }
  }
}
