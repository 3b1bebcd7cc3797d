import fc from 'fast-check';
import { test } from 'tap';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { conjuncts } from '../../../../src/engine/query/predicate/conjuncts.js';
import { likelyPredicate, likelyResource } from './arbitraries.js';
import { evaluate } from './evaluate.js';

test('matches the same resources as the plain evaluator', async t => {
  const answers = new Map([
    [true, 0],
    [false, 0],
  ]);
  fc.assert(
    fc.property(likelyPredicate, likelyResource, (predicate, resource) => {
      const answer = compilePredicate(predicate)(resource);
      answers.set(answer, answers.get(answer)! + 1);
      return answer === evaluate(predicate, resource);
    }),
    { numRuns: 20_000 },
  );
  t.ok(Math.min(...answers.values()) > 2000, 'both answers are common');
});

test('a predicate matches when all its conjuncts do', async () => {
  fc.assert(
    fc.property(
      likelyPredicate,
      likelyResource,
      (predicate, resource) =>
        compilePredicate(predicate)(resource) ===
        conjuncts(predicate).every(({ whole }) => compilePredicate(whole)(resource)),
    ),
    { numRuns: 2000 },
  );
});
