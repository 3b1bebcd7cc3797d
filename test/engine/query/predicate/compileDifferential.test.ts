import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { type Conjunct, conjuncts } from '../../../../src/engine/query/predicate/conjuncts.js';
import type { Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { likelyPredicate, likelyResource } from './arbitraries.js';
import { evaluate } from './evaluate.js';
import { rounds } from '../../../support/rounds.js';

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
    { numRuns: rounds(20_000) },
  );
  t.ok(Math.min(...answers.values()) > rounds(2_000), 'both answers are common');
});

/** The predicate that a conjunct stands for. */
const withParents = ({ parents, part }: Conjunct): Predicate =>
  parents.reduceRight<Predicate>((inner, field) => ({ kind: 'nested', field, part: inner }), part);

test('a predicate matches only when all its conjuncts do, and always when these are exact', async t => {
  const counts = { exact: 0, inexact: 0 };
  fc.assert(
    fc.property(likelyPredicate, likelyResource, (predicate, resource) => {
      const parts = conjuncts(predicate);
      const matches = compilePredicate(predicate)(resource);
      const allMatch = parts.every(each => compilePredicate(withParents(each))(resource));
      const areExact = parts.every(({ isExact }) => isExact);
      counts[areExact ? 'exact' : 'inexact']++;
      return areExact ? matches === allMatch : !matches || allMatch;
    }),
    { numRuns: rounds(4000) },
  );
  t.ok(Math.min(...Object.values(counts)) > rounds(20), JSON.stringify(counts));
});
