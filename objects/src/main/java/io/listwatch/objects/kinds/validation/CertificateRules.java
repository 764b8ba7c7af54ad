package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.x509.SigningRequest;
import io.listwatch.selector.Quotation;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates CertificateSigningRequests. */
final class CertificateRules implements ValidationRules {
  private static final long MIN_SECONDS = 600;

  @Override
  public void check(Field request) {
    Field spec = request.at("spec");
    checkRequest(spec.at("request"));
    Field usages = spec.at("usages");
    usages.checkDeclared();
    usages.each(Field::checkDeclared);
    Set<String> seen = new HashSet<>();
    usages.each(usage -> usage.unique(seen));
    checkSigner(spec.at("signerName"));
    Field seconds = spec.at("expirationSeconds");
    if (seconds.present() && seconds.number() < MIN_SECONDS) {
      seconds.invalid("may not specify a duration less than 600 seconds (10 minutes)");
    }
  }

  private static void checkRequest(Field request) {
    try {
      var unused = SigningRequest.verified(CertificateStatusRules.decoded(request));
    } catch (IOException wrong) {
      request.invalid(request.text(), String.valueOf(wrong.getMessage()));
    }
  }

  private static void checkSigner(Field signer) {
    if (signer.isEmpty()) {
      signer.required("");
      return;
    }
    if (signer.is("kubernetes.io/legacy-unknown")) {
      signer.invalid("the legacy signerName is not allowed via this API version");
      return;
    }
    String[] parts = signer.text().split("/", -1);
    if (parts.length != 2) {
      signer.invalid(
          "must be a fully qualified domain and path of the form 'example.com/signer-name'");
      return;
    }
    checkLabels(signer, parts[0], TextForm.DNS_LABEL);
    if (!parts[0].contains(".")) {
      signer.invalid(parts[0], "should be a domain with at least two segments separated by dots");
    }
    checkLabels(signer, parts[1], TextForm.SUBDOMAIN);
  }

  /** Splits a part of the signer name at its dots, and reports the first malformed label. */
  private static void checkLabels(Field signer, String part, TextForm form) {
    for (String label : part.split("\\.", -1)) {
      List<String> violations = form.violations(label);
      if (!violations.isEmpty()) {
        String place = "validating label " + Quotation.of(label) + ": ";
        violations.forEach(rule -> signer.invalid(part, place + rule));
        return;
      }
    }
  }

  /** Validates the part that a signer writes; approval has its own subresource. */
  @Override
  public void checkStatus(Field next, Field old) {
    check(next);
    CertificateStatusRules.checkSigning(next.at("status"), old.at("status"));
  }
}
