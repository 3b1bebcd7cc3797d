/** Expressions over texts of the maximal length of a stored order, for each kind that reads texts. */
import { test } from '../../support/tap.js';
import { ApiError, required } from '../../../src/base/errors/ApiError.js';
import { searchFields } from '../../support/search/searchedOrder.js';
import { measureValues } from '../../../src/search/match/measureExpression.js';
import type { Expression } from '../../../src/search/query/ast.js';
import { boundedWork, limitWork } from '../../../src/base/shedding/boundedWork.js';

const field = required(
  searchFields.find(({ type, isAll }) => type === 'text' && isAll !== true),
  'a field of texts',
);
const common = { field, boost: 1, language: undefined, value: `*${'a*'.repeat(499)}b` };

const expressions: readonly Expression[] = [
  { ...common, kind: 'wildcard', caseInsensitive: false },
  { ...common, kind: 'wildcard', caseInsensitive: true },
  { ...common, kind: 'prefix', caseInsensitive: true },
  { ...common, kind: 'exact', caseInsensitive: true },
  { ...common, kind: 'fullText', mustMatch: 'all' },
];

for (const expression of expressions)
  test(`ends ${expression.kind} in a search that computes too long with QueryTimedOut (SEARCH061)`, async t => {
    limitWork(1);
    t.teardown(() => limitWork(Infinity));
    const measure = measureValues(expression);
    const values = ['a'.repeat(65_536)];
    t.throws(
      () =>
        boundedWork('query', () => {
          for (;;) measure(values);
        }),
      new ApiError(400, [
        {
          code: 'QueryTimedOut',
          message: 'The query timed out after 1 ms. Filter by an indexed field, or ask for fewer results.',
        },
      ]),
    );
  });
