package io.listwatch.campaign.history;

import static io.listwatch.campaign.history.Histories.ONE;
import static io.listwatch.campaign.history.Histories.THREE;
import static io.listwatch.campaign.history.Histories.TWO;
import static io.listwatch.campaign.history.Histories.conflicting;
import static io.listwatch.campaign.history.Histories.created;
import static io.listwatch.campaign.history.Histories.deleted;
import static io.listwatch.campaign.history.Histories.patched;
import static io.listwatch.campaign.history.Histories.read;
import static io.listwatch.campaign.history.Histories.readAbsent;
import static io.listwatch.campaign.history.Histories.unknown;
import static io.listwatch.campaign.history.Histories.updated;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.campaign.history.Linearizability.Verdict;
import io.listwatch.campaign.history.Operation.Kind;
import io.listwatch.campaign.history.Operation.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search accepts a history if and only if it is linearizable. */
final class LinearizabilityTest {
  @Test
  void acceptsSequentialOperations() {
    assertLegal(created(1, 2, ONE, 1), read(3, 4, ONE, 1), updated(5, 6, TWO, 2), deleted(7, 8));
  }

  @Test
  void acceptsConcurrentReadsOfEitherState() {
    assertLegal(
        created(1, 2, ONE, 1), updated(3, 10, TWO, 2), read(4, 5, TWO, 2), read(4, 6, ONE, 1));
  }

  @Test
  void rejectsStaleRead() {
    assertIllegal(created(1, 2, ONE, 1), updated(3, 4, TWO, 2), read(5, 6, ONE, 1));
  }

  @Test
  void rejectsReadsThatGoBackDuringOneWrite() {
    assertIllegal(
        created(1, 2, ONE, 1), updated(3, 10, TWO, 2), read(4, 5, TWO, 2), read(6, 7, ONE, 1));
  }

  @Test
  void rejectsLostWrite() {
    assertIllegal(created(1, 2, ONE, 1), deleted(3, 4), created(5, 6, TWO, 3), readAbsent(7, 8));
  }

  @Test
  void rejectsWritesAgainstTheOrderOfTheirVersions() {
    assertIllegal(created(1, 2, ONE, 1), updated(3, 4, TWO, 3), updated(5, 6, THREE, 2));
  }

  @Test
  void acceptsUnknownWriteThatHappened() {
    assertLegal(created(1, 2, ONE, 1), unknown(Kind.UPDATE, 3, TWO), read(9, 10, TWO, 2));
  }

  @Test
  void acceptsUnknownWriteThatDidNotHappen() {
    assertLegal(created(1, 2, ONE, 1), unknown(Kind.UPDATE, 3, TWO), read(9, 10, ONE, 1));
  }

  @Test
  void acceptsUnknownWriteThatHappensAfterOthers() {
    assertLegal(
        created(1, 2, ONE, 1),
        unknown(Kind.DELETE, 3, null),
        read(4, 5, ONE, 1),
        readAbsent(6, 7),
        created(8, 9, TWO, 3));
  }

  @Test
  void rejectsUnknownWriteThatHappensTwice() {
    assertIllegal(
        created(1, 2, ONE, 1),
        unknown(Kind.UPDATE, 3, TWO),
        read(4, 5, TWO, 2),
        updated(6, 7, THREE, 3),
        read(8, 9, TWO, 4));
  }

  @Test
  void rejectsUnknownWriteBeforeItsCall() {
    assertIllegal(created(1, 2, ONE, 1), read(3, 4, TWO, 2), unknown(Kind.UPDATE, 5, TWO));
  }

  @Test
  void rejectsConflictWithTheExpectedState() {
    assertIllegal(created(1, 2, ONE, 1), conflicting(3, 4, ONE, TWO));
  }

  @Test
  void acceptsConflictAfterUnknownWrite() {
    assertLegal(created(1, 2, ONE, 1), unknown(Kind.UPDATE, 3, TWO), conflicting(4, 5, ONE, THREE));
  }

  @Test
  void rejectsCreateOfExistingObject() {
    assertIllegal(created(1, 2, ONE, 1), created(3, 4, TWO, 2));
  }

  @Test
  void acceptsPatchOfTheLatestState() {
    assertLegal(created(1, 2, ONE, 1), patched(3, 4, ONE.withNote("n"), 2));
  }

  @Test
  void rejectsPatchOfStaleState() {
    assertIllegal(
        created(1, 2, ONE, 1), updated(3, 4, TWO, 2), patched(5, 6, ONE.withNote("n"), 3));
  }

  @Test
  void ignoresRejectedRequests() {
    assertLegal(created(1, 2, ONE, 1), updated(3, 4, TWO, 0).withOutcome(Outcome.REJECTED));
  }

  @Test
  void decidesLongHistoriesWithManyUnknownWrites() {
    var operations = new ArrayList<Operation>();
    operations.add(created(0, 1, ONE, 1));
    for (int i = 2; i < 3_000; i++) {
      operations.add(updated(2L * i, 2L * i + 3, new Value("v" + i, "", "red"), i));
      if (i % 100 == 0) {
        operations.add(unknown(Kind.UPDATE, 2L * i, new Value("u" + i, "", "red")));
      }
    }

    assertThat(Linearizability.check(null, operations).verdict()).isEqualTo(Verdict.LINEARIZABLE);
  }

  private static void assertLegal(Operation... operations) {
    assertThat(Linearizability.check(null, List.of(operations)).verdict())
        .isEqualTo(Verdict.LINEARIZABLE);
  }

  private static void assertIllegal(Operation... operations) {
    assertThat(Linearizability.check(null, List.of(operations)).verdict())
        .isEqualTo(Verdict.VIOLATED);
  }
}
