import { test } from '../../support/tap.js';
import { exampleOf } from '../../../src/http/openapi/exampleOf.js';

test('leaves out what is nested more than eight levels deep, in each kind of schema', t => {
  const self = { $ref: '#/components/schemas/Self' };
  for (const [kind, schema, wrap] of [
    [
      'members',
      { type: 'object', required: ['next'], properties: { next: self } },
      (inner: unknown) => ({ next: inner }),
    ],
    ['elements', { type: 'array', items: self }, (inner: unknown) => [inner]],
    [
      'languages',
      { type: 'object', minProperties: 1, additionalProperties: self },
      (inner: unknown) => ({ en: inner }),
    ],
  ] as const) {
    let expected: unknown = null;
    for (let level = 0; level <= 8; level++) expected = wrap(expected);
    t.strictSame(exampleOf({ Self: schema }, self), expected, kind);
  }
  t.end();
});
