package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.function.Consumer;

/** Validates the probes and lifecycle hooks of a container. */
final class ProbeRules {
  /** The pod's termination grace period; a hook may not sleep longer. */
  private final Field grace;

  ProbeRules(Field grace) {
    this.grace = grace;
  }

  /** Validates the liveness, readiness and startup probes. */
  void checkAll(Field container) {
    container.at("livenessProbe").ifPresent(this::checkOnce);
    container.at("readinessProbe").ifPresent(this::checkReadiness);
    container.at("startupProbe").ifPresent(this::checkOnce);
  }

  private void checkOnce(Field probe) {
    check(probe);
    Field threshold = probe.at("successThreshold");
    if (threshold.present() && threshold.number() != 1) {
      threshold.invalid("must be 1");
    }
  }

  private void checkReadiness(Field probe) {
    check(probe);
    probe
        .at("terminationGracePeriodSeconds")
        .ifPresent(seconds -> seconds.invalid("must not be set for readinessProbes"));
  }

  private void check(Field probe) {
    new Handlers(probe)
        .of("exec", ProbeRules::checkExec)
        .of("httpGet", ProbeRules::checkHttp)
        .of("tcpSocket", socket -> socket.at("port").port())
        .of("grpc", call -> call.at("port").port())
        .end();
    probe.checkDeclared(
        "initialDelaySeconds",
        "timeoutSeconds",
        "periodSeconds",
        "successThreshold",
        "failureThreshold");
    Field own = probe.at("terminationGracePeriodSeconds");
    if (own.present() && own.number() <= 0) {
      own.invalid("must be greater than 0");
    }
  }

  void checkLifecycle(Field lifecycle, Field os) {
    lifecycle.at("postStart").ifPresent(this::checkHook);
    lifecycle.at("preStop").ifPresent(this::checkHook);
    Field signal = lifecycle.at("stopSignal");
    if (signal.present() && os.absent()) {
      signal.forbidden("may not be set for containers with empty `spec.os.name`");
    } else if (signal.present() && os.at("name").is("windows")) {
      signal.oneOf(List.of("SIGKILL", "SIGTERM"));
    }
  }

  private void checkHook(Field hook) {
    new Handlers(hook)
        .of("exec", ProbeRules::checkExec)
        .of("httpGet", ProbeRules::checkHttp)
        .of("tcpSocket", socket -> socket.at("port").port())
        .of("sleep", this::checkSleep)
        .end();
  }

  private static void checkExec(Field exec) {
    exec.checkDeclared("command");
  }

  private static void checkHttp(Field request) {
    request.at("port").port();
    request.checkDeclared("scheme");
    Field headers = request.at("httpHeaders");
    headers.each(header -> headers.matches(TextForm.HTTP_HEADER, header.at("name").text()));
  }

  private void checkSleep(Field sleep) {
    long seconds = sleep.at("seconds").number();
    if (grace.present() && (seconds < 0 || seconds > grace.number())) {
      sleep.invalid(
          seconds,
          "must be non-negative and less than terminationGracePeriodSeconds ("
              + grace.number()
              + ")");
    }
  }

  /** Requires exactly one handler; validates the first one only. */
  private static final class Handlers {
    private final Field owner;
    private boolean found;

    Handlers(Field owner) {
      this.owner = owner;
    }

    Handlers of(String member, Consumer<Field> rules) {
      Field handler = owner.at(member);
      if (handler.present() && found) {
        handler.forbidden("may not specify more than 1 handler type");
      } else if (handler.present()) {
        found = true;
        rules.accept(handler);
      }
      return this;
    }

    void end() {
      if (!found) {
        owner.required("must specify a handler type");
      }
    }
  }
}
