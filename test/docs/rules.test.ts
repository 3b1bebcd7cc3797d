/** Each rule that the SDK documents is named by a test, or a list has the reason why it does not apply. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { readSentences, rulesAmong } from './documentedRules.js';

/** The areas of the SDK that exist here; all their rules must be covered. */
const present = [
  'api-client',
  'attribute-group',
  'cart',
  'cart-discount',
  'category',
  'channel',
  'common',
  'custom-object',
  'customer',
  'customer-group',
  'customer-search',
  'discount-code',
  'discount-group',
  'error',
  'extension',
  'graph-ql',
  'inventory',
  'me',
  'message',
  'order',
  'payment',
  'product',
  'product-discount',
  'product-search',
  'product-selection',
  'product-tailoring',
  'product-type',
  'project',
  'quote',
  'quote-request',
  'recurrence-policy',
  'review',
  'search',
  'shipping-method',
  'shopping-list',
  'staged-quote',
  'standalone-price',
  'state',
  'store',
  'tax-category',
  'type',
  'zone',
];
const exemptShareMax = 0.12;

const root = new URL('../../../', import.meta.url);
const sentences = readSentences();
const rules = rulesAmong(sentences);
const areas = new Set([...rules.values()].map(({ area }) => area));
const tests = readdirSync(new URL('test', root), { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.ts'),
);
const idsIn = (text: string): string[] =>
  (text.match(/\b[a-z][a-z-]*\.[0-9a-f]{5}\b/g) ?? []).filter(id => areas.has(id.slice(0, id.indexOf('.'))));
const namedIds = new Set(tests.flatMap(name => idsIn(readFileSync(new URL(`test/${name}`, root), 'utf8'))));
const exemptLines = readFileSync(new URL('test/rules-exempt.tsv', root), 'utf8').split('\n').filter(Boolean);
const exemptIds = exemptLines.map(line => line.split('\t')[0]!);

test('the areas that exist are areas of the SDK', t => {
  t.same(
    present.filter(area => !areas.has(area)),
    [],
  );
  t.end();
});

const missingOf = (area: string) =>
  [...rules].filter(([id, rule]) => rule.area === area && !namedIds.has(id) && !exemptIds.includes(id));

for (const area of present)
  test(`every documented rule of ${area} is named by a test or exempt`, t => {
    const missing = missingOf(area);
    t.same(
      missing.map(([id, { sentence }]) => `${id} ${sentence}`),
      [],
    );
    t.end();
  });

test('tests name sentences that the SDK documents', t => {
  t.same(
    [...namedIds].filter(id => !sentences.has(id)),
    [],
  );
  t.end();
});

test('the table of differences has four columns, and names sentences that the SDK documents', t => {
  const [, ...rows] = readFileSync(new URL('scripts/docs/differences.tsv', root), 'utf8').split('\n').filter(Boolean);
  t.same(
    rows.filter(row => !/^[^\t]+\t[^\t]+\t[^\t]+\t[^\t]*$/.test(row)),
    [],
  );
  t.same(
    idsIn(rows.join('\n')).filter(id => !sentences.has(id)),
    [],
  );
  t.end();
});

test('the list of exempt rules is sorted, gives reasons, and names no rule that a test proves', t => {
  t.same(exemptIds, [...new Set(exemptIds)].sort());
  t.same(
    exemptLines.filter(line => !/^[a-z-]+\.[0-9a-f]{5}\t\S.{9,}$/.test(line)),
    [],
  );
  t.same(
    exemptIds.filter(id => !rules.has(id) || namedIds.has(id)),
    [],
  );
  t.end();
});

const documented = [...rules].filter(([, { area }]) => present.includes(area));
const named = documented.filter(([id]) => namedIds.has(id)).length;
test(`of ${documented.length} documented rules ${named} are named, ${exemptIds.length} exempt`, t => {
  t.equal(named + exemptIds.length, documented.length);
  t.ok(exemptIds.length <= documented.length * exemptShareMax, 'few rules are exempt');
  t.end();
});
