package io.listwatch.server.http.page;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.selector.Quotation;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.QueryParameters;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the health endpoints {@code /livez}, {@code /readyz} and the older {@code /healthz}. */
final class HealthPages {
  private static final Logger log = LoggerFactory.getLogger(HealthPages.class);

  private final HealthChecks checks;

  HealthPages(HealthChecks checks) {
    this.checks = checks;
  }

  static boolean has(String page) {
    return page.equals("healthz") || page.equals("livez") || page.equals("readyz");
  }

  /** Returns the response of an endpoint, or of one check of it. */
  HttpResponse handle(List<String> segments, QueryParameters query) {
    String page = segments.get(0);
    List<HealthCheck> all = checks(page);
    if (segments.size() == 1) {
      return page(page, all, query);
    }
    String name = String.join("/", segments.subList(1, segments.size()));
    return all.stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .map(HealthPages::one)
        .orElseGet(Responses::pageNotFound);
  }

  private List<HealthCheck> checks(String page) {
    var all = new ArrayList<>(List.of(HealthCheck.PING));
    all.addAll(page.equals("readyz") ? checks.ready() : checks.live());
    return all;
  }

  private static HttpResponse one(HealthCheck check) {
    return problem(check).isEmpty()
        ? Responses.text(200, "ok")
        : Responses.plainText(500, "internal server error: %s failed\n".formatted(check.name()));
  }

  private static String problem(HealthCheck check) {
    try {
      return check.problem().get();
    } catch (RuntimeException e) {
      log.warn("health check {} failed", check.name(), e);
      return "reason withheld";
    }
  }

  private static HttpResponse page(String page, List<HealthCheck> all, QueryParameters query) {
    Set<String> excluded = new LinkedHashSet<>(query.all("exclude"));
    var report = new StringBuilder();
    boolean well = true;
    for (HealthCheck check : all) {
      if (excluded.remove(check.name())) {
        report.append("[+]%s excluded: ok\n".formatted(check.name()));
        continue;
      }
      String problem = problem(check);
      if (problem.isEmpty()) {
        report.append("[+]%s ok\n".formatted(check.name()));
      } else {
        report.append("[-]%s failed: %s\n".formatted(check.name(), problem));
        well &= !check.required();
      }
    }
    if (!excluded.isEmpty()) {
      report.append(
          "warn: some health checks cannot be excluded: no matches for %s\n"
              .formatted(Quotation.of(String.join(",", excluded))));
    }
    if (!well) {
      return Responses.plainText(500, report + page + " check failed\n");
    }
    return Responses.plainText(
        200, query.has("verbose") ? report + page + " check passed\n" : "ok");
  }
}
