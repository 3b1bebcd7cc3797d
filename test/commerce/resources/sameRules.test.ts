/**
 * A rule holds at each way in: a value that the draft of a resource refuses is refused by the action that sets the same
 * member, with the same error, and a value that the draft takes is taken by the action.
 */
import type { TSchema } from '@sinclair/typebox';
import { errorsOf } from '../../../src/engine/define/schemaErrors.js';
import { Shape } from '../../../src/engine/schema/primitives.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { createSample, hasSample, sampleDraft } from '../../support/createSample.js';
import { newKey } from '../../support/drafts.js';
import type { HttpResponse } from '../../support/http.js';
import { errorOf } from '../../support/refusal.js';
import { type Resource, startProject } from '../../support/resourceApi.js';
import { samples, type Sample } from '../../support/samples.js';
import { test } from '../../support/tap.js';

const api = await startProject();
const { http, base } = api;

type Members = Readonly<Record<string, TSchema>>;
interface Pair {
  readonly member: string;
  readonly action: string;
  /** The schemas of the member in the draft and in the action. */
  readonly schemas: readonly [draft: TSchema, action: TSchema];
}

/** The actions that set one member of the draft: their payload is that member alone. */
const pairsOf = (members: Members, actions: NonNullable<(typeof definitions)[number]['actions']>): Pair[] =>
  Object.entries(actions).flatMap(([action, { schema }]) => {
    const payload = schema.properties as Members;
    const [member = '', ...further] = Object.keys(payload).filter(name => name !== 'staged');
    const isPair = /^(?:set|change)/.test(action) && further.length === 0 && member in members;
    return isPair ? [{ member, action, schemas: [members[member]!, payload[member]!] }] : [];
  });

/** Tells whether the schemas of both ways refuse a value with the same errors, so that no request is needed. */
const isRefusedAlike = ({ schemas: [a, b] }: Pair, value: unknown): boolean => {
  const errors = [a, b].map(schema => JSON.stringify(errorsOf(Shape({ value: schema }), structuredClone({ value }))));
  return errors[0] === errors[1] && errors[0] !== '[]';
};

const other = { typeId: 'state', id: 'some-id' };
const euros = { currencyCode: 'EUR', centAmount: 1 };

/** Values that break a rule somewhere: of schemas, of predicates, of amounts, of references and lists. */
const values: readonly unknown[] = [
  true,
  'nonsense =',
  '1 = 1',
  'lineItemCount(true) > "a"',
  '',
  'a',
  '0.10',
  'DE',
  'en',
  'XX-yy',
  'https://example.com/{a}',
  '2030-02-30',
  '2030-01-01T00:00:00.000Z',
  -1,
  0,
  1.5,
  101,
  2 ** 53,
  {},
  [],
  [null],
  ['a', 'a'],
  ['DE', 'DE'],
  ['InventorySupply', 'InventorySupply'],
  { en: '' },
  { en: 'a', 'not a tag': 'b' },
  other,
  [other],
  [other, other],
  { ...euros, centAmount: -1 },
  { ...euros, currencyCode: 'eur' },
  { type: 'relative', permyriad: 10_001 },
  { type: 'relative', permyriad: 0 },
  { type: 'absolute', money: [] },
  { type: 'absolute', money: [euros, euros] },
  { type: 'absolute', money: [{ ...euros, centAmount: -1 }] },
  { type: 'fixed', money: [{ ...euros, centAmount: -1 }] },
  { type: 'external' },
  { type: 'lineItems', predicate: 'nonsense =' },
  { type: 'shipping' },
  { type: 'multiBuyLineItems', predicate: '1 = 1', triggerQuantity: 1, discountedQuantity: 2 },
  { type: 'standard', value: 0, intervalUnit: 'Weeks' },
  { type: 'dayOfMonth', day: 31 },
  { country: 'de' },
  { type: 'Point', coordinates: [200, 0] },
  { type: 'HTTP', url: 'ftp://example.com' },
  [{ resourceTypeId: 'cart', actions: [] }],
];

/** Members whose rules depend on the resource that they are in. */
const differing: Readonly<Record<string, string>> = {
  'order.orderNumber': 'an order number cannot be changed',
  'order.customerId': 'the customer of an imported order may be one of another system',
  'channel.name': 'optional in the draft, so it may be empty there',
  'channel.description': 'as above',
};

/** The errors of an answer, without their place; undefined if the value is taken. */
const refusalOf = (answer: HttpResponse): string | undefined =>
  answer.status < 400
    ? undefined
    : JSON.stringify(errorOf(answer).errors.map(entry => ({ ...entry, actionIndex: undefined }))).replaceAll(
        'actions[0].',
        '',
      );

/** Of other texts, one that fits the schema is like the next. */
const textsMax = ({ member }: Pair): number => (/predicate/i.test(member) ? 3 : 1);

/** Returns a value as the draft keeps it: without members that are not declared. */
const keptText = ({ schemas: [schema] }: Pair, value: unknown): string => {
  const kept = structuredClone({ value });
  errorsOf(Shape({ value: schema }), kept);
  return JSON.stringify(kept);
};

const valuesFor = (pair: Pair): readonly unknown[] => {
  const different = new Map([...values].reverse().map(value => [keptText(pair, value), value]));
  const sent = [...different.values()].reverse().filter(value => !isRefusedAlike(pair, value));
  const texts = sent.filter(value => typeof value === 'string').slice(0, textsMax(pair));
  return [...texts, ...sent.filter(value => typeof value !== 'string')];
};

const shortMax = 60;

for (const { typeId, path, draft: creationDraft, creations, actions = {} } of definitions) {
  if (!hasSample(typeId)) continue;
  const { creation, responseMember } = samples[typeId] as Sample;
  const { schema } = creation === undefined ? creationDraft! : creations![creation]!;
  const pairs = pairsOf(schema.properties as Members, actions);
  if (pairs.length === 0) continue;
  const collection = `${base}/${path}`;
  const remove = ({ id, version }: Resource) => http.send('DELETE', `${collection}/${id}?version=${version}`);

  test(`actions of ${typeId} refuse and take the values that its draft refuses and takes`, async t => {
    const sample = (await sampleDraft(api, typeId)) as Record<string, unknown>;
    const refusalOfDraft = async (member: string, value: unknown): Promise<string | undefined> => {
      const target = creation === undefined ? collection : `${collection}/${creation}`;
      const unique = 'key' in sample ? { key: newKey('key') } : {};
      const answer = await http.send('POST', target, { body: { ...sample, ...unique, [member]: value } });
      const made = answer.json as Record<string, unknown>;
      // Its unique values are free for the action.
      if (answer.status === 201) await remove((responseMember === undefined ? made : made[responseMember]) as Resource);
      return refusalOf(answer);
    };
    let resource: Resource | undefined;
    const refusalOfAction = async ({ action, member }: Pair, value: unknown): Promise<string | undefined> => {
      const { id, version } = (resource ??= await createSample(api, typeId));
      const body = { version, actions: [{ action, [member]: value }] };
      const answer = await http.send('POST', `${collection}/${id}`, { body });
      if (answer.status === 200) await remove(answer.json as Resource);
      if (answer.status === 200) resource = undefined;
      return refusalOf(answer);
    };
    const different: string[] = [];
    for (const pair of pairs)
      for (const value of valuesFor(pair)) {
        const refusals = [await refusalOfDraft(pair.member, value), await refusalOfAction(pair, value)];
        if (refusals[0] !== refusals[1] && !(`${typeId}.${pair.member}` in differing))
          different.push(`${pair.action} ${JSON.stringify(value).slice(0, shortMax)}: ${refusals.join(' ≠ ')}`);
      }
    t.same(different, []);
  });
}
