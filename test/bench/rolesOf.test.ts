import { test } from '../support/tap.js';
import { cases } from '../../bench/cases/index.js';
import { rolesOf } from '../../bench/measure/measureCase.js';

test('two builds are compared by the load of the case alone, which neither reference nor read disturb', t => {
  for (const one of cases) t.same(rolesOf(one, true), ['other', 'figures'], one.name);
  t.end();
});

test('a case is measured with the reference and the read that its limits name', t => {
  t.same(rolesOf({}, false), ['figures']);
  t.same(rolesOf({ reference: 'bareWrite' }, false), ['reference', 'figures']);
  t.same(rolesOf({ reference: 'bareWrite', timesOfReadMax: 8 }, false), ['reference', 'read', 'figures']);
  t.end();
});
