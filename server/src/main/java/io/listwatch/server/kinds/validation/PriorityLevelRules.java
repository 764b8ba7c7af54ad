package io.listwatch.server.kinds.validation;

import java.util.List;

/** How many requests are served at a time, and how the others wait. */
final class PriorityLevelRules implements KindRules {
  private static final int MAX_QUEUES = 10_000_000;
  private static final int ALL = 100;

  @Override
  public void check(Field level) {
    Field spec = level.at("spec");
    Field limited = spec.at("limited");
    Field exempt = spec.at("exempt");
    switch (spec.at("type").text()) {
      case "Limited" -> {
        if (exempt.present()) {
          exempt.forbidden("must be nil if the type is Limited");
        }
        if (limited.absent()) {
          limited.required("must not be empty when type is Limited");
        } else {
          checkShares(limited);
          checkLimited(limited);
        }
      }
      case "Exempt" -> {
        if (limited.present()) {
          limited.forbidden("must be nil if the type is Exempt");
        }
        exempt.ifPresent(PriorityLevelRules::checkShares);
      }
      default -> spec.at("type").requireOneOf(List.of("Exempt", "Limited"));
    }
  }

  private static void checkShares(Field part) {
    Field shares = part.at("nominalConcurrencyShares");
    if (shares.number() < 0) {
      shares.invalid("must be a non-negative integer");
    }
    part.at("lendablePercent").within(0, ALL);
  }

  private static void checkLimited(Field limited) {
    Field borrowed = limited.at("borrowingLimitPercent");
    if (borrowed.number() < 0) {
      borrowed.invalid("if specified, must be a non-negative integer");
    }
    Field response = limited.at("limitResponse");
    Field queuing = response.at("queuing");
    switch (response.at("type").text()) {
      case "Reject" -> {
        if (queuing.present()) {
          queuing.forbidden("must be nil if limited.limitResponse.type is not Limited");
        }
      }
      case "Queue" -> {
        if (queuing.absent()) {
          queuing.required("must not be empty if limited.limitResponse.type is Limited");
        } else {
          checkQueuing(queuing);
        }
      }
      default -> response.at("type").requireOneOf(List.of("Queue", "Reject"));
    }
  }

  private static void checkQueuing(Field queuing) {
    Field queues = queuing.at("queues");
    Field hand = queuing.at("handSize");
    checkPositive(queuing.at("queueLengthLimit"));
    checkPositive(queues);
    if (queues.number() > MAX_QUEUES) {
      queues.invalid("must not be greater than " + MAX_QUEUES);
    }
    checkPositive(hand);
    if (hand.number() > queues.number()) {
      hand.invalid("should not be greater than queues (" + queues.number() + ")");
    }
  }

  private static void checkPositive(Field count) {
    if (count.number() <= 0) {
      count.invalid(count.number(), "must be positive");
    }
  }
}
