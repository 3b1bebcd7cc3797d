/**
 * The contract between the encoder of commits (src/store) and lua/commit/commit.lua, as the head of the script writes
 * it down: a section, a field or an argument that one of the three gains, loses or moves fails here.
 */
import { unpack } from 'msgpackr';
import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { limits } from '../../src/base/config/limits.js';
import { loadScript } from '../../src/base/redis/Script.js';
import { CommitCall } from '../../src/store/CommitCall.js';
import type { CommitCheck } from '../../src/store/CommitCheck.js';
import { CommitPlan } from '../../src/store/CommitPlan.js';
import { keys } from '../../src/store/keys.js';
import { openStore } from '../support/store.js';

const text = loadScript('commit');
const contract = text.slice(0, text.indexOf('\n]]\n'));
const code = text.slice(contract.length);

const namesIn = (list: string): string[] => list.split(',').map(name => name.trim());
const only = (pattern: RegExp, within: string): string => pattern.exec(within)?.[1] ?? `no match of ${pattern}`;

interface Section {
  readonly name: string;
  readonly hasKey: boolean;
  readonly sizes: readonly string[];
  readonly args: readonly string[];
  /** The arguments that an item has as often as its size `n` says. */
  readonly repeated: readonly string[];
}

const toSection = ([, name = '', item = '']: RegExpExecArray): Section => {
  const repeated = /n of \(([^)]*)\)/.exec(item)?.[1];
  const parts = namesIn(item.replace(/,? ?n of \([^)]*\)/, ''));
  return {
    name,
    hasKey: parts.includes('key'),
    sizes: parts.filter(part => part.startsWith('size ')).map(part => part.slice('size '.length)),
    args: parts.filter(part => part !== 'key' && !part.startsWith('size ')),
    repeated: repeated === undefined ? [] : namesIn(repeated),
  };
};

const table = contract.slice(contract.indexOf('`sizes` has'));
const sections = [...table.matchAll(/^ {4}(\w+) +([^:]+):/gm)].map(toSection);

/** An item of a section as the encoder gets it, and what it must send of it. */
interface Sample {
  readonly fill: (plan: CommitPlan) => void;
  readonly sizes?: Readonly<Record<string, number>>;
  readonly args?: Readonly<Record<string, string>>;
  readonly repeated?: readonly Readonly<Record<string, string>>[];
  /** Keys before that of the item. */
  readonly keysBefore?: readonly string[];
  /** The body that its check finds. */
  readonly body?: string;
  /** The commands that the script sends for it. */
  readonly commands: readonly string[];
}

const projectKey = 'contract';
const key = `{${projectKey}}:item`;
const check: CommitCheck = { kind: 'version', typeId: 'thing', id: 'a', expectedVersion: 1 };
const total = { name: 'orders', day: '2026-11-27', amount: 2 };
const totalsKey = keys.totals(projectKey, total.name, total.day);
const marksKey = keys.dirtyMarks(projectKey, 'thing');
const [references, counts] = [keys.references(projectKey), keys.usageCounts(projectKey)];

const samples: Readonly<Record<string, Sample>> = {
  version: {
    fill: plan => plan.check('version', key, check, 'start', ''),
    args: { start: 'start', length: '' },
    body: 'start',
    commands: [`GETRANGE ${key}`],
  },
  absent: { fill: plan => plan.check('absent', key, check), commands: [`EXISTS ${key}`] },
  exists: { fill: plan => plan.check('exists', key, check), body: 'any', commands: [`EXISTS ${key}`] },
  unique: { fill: plan => plan.check('unique', key, check, 'id'), args: { id: 'id' }, commands: [`GET ${key}`] },
  unreferenced: {
    fill: plan => plan.checkUnreferenced('target', 3, check),
    args: { target: 'target', number: '3' },
    commands: [`HGET ${references} target`],
  },
  usageLimit: {
    fill: plan => plan.checkUsageLimit('name', 5, check),
    args: { name: 'name', max: '5' },
    commands: [`HGET ${counts} name`],
  },
  set: { fill: plan => plan.set(key, 'value'), args: { value: 'value' }, commands: [`MSET … ${key} value`] },
  delete: { fill: plan => plan.delete(key), commands: [`DEL ${key}`] },
  patch: {
    fill: plan => plan.patch(key, Buffer.from('value')),
    sizes: { check: 1 },
    args: { value: 'value' },
    commands: [`SETRANGE ${key} 0 value`],
  },
  add: {
    fill: plan => plan.added.push({ key, score: '1', member: 'a' }, { key, score: '2', member: 'b' }),
    sizes: { n: 2 },
    repeated: [
      { score: '1', member: 'a' },
      { score: '2', member: 'b' },
    ],
    commands: [`ZADD ${key} 1 a 2 b`],
  },
  remove: {
    fill: plan => plan.removed.push({ key, member: 'a' }, { key, member: 'b' }),
    sizes: { n: 2 },
    repeated: [{ member: 'a' }, { member: 'b' }],
    commands: [`ZREM ${key} a b`],
  },
  field: {
    fill: plan => plan.fields.push({ index: 'name', key, score: '1', member: 'a' }),
    args: { name: 'name', score: '1', member: 'a' },
    keysBefore: [keys.fieldIndexes(projectKey)],
    commands: [`HEXISTS ${keys.fieldIndexes(projectKey)} name`],
  },
  reference: {
    fill: plan => plan.countReference('target', 4),
    args: { target: 'target', delta: '4' },
    commands: [`HINCRBY ${references} target 4`],
  },
  count: {
    fill: plan => plan.count('name'),
    args: { name: 'name', number: '1' },
    commands: [`HINCRBY ${counts} name 1`],
  },
  total: {
    fill: plan => plan.totals.push({ ...total, member: 'a' }, { ...total, member: 'b' }),
    sizes: { n: 2 },
    args: { expiresAt: '1803686400' },
    repeated: [
      { name: 'a', amount: '2' },
      { name: 'b', amount: '2' },
    ],
    commands: [`HINCRBY ${totalsKey} a 2`, `HINCRBY ${totalsKey} b 2`, `EXPIREAT ${totalsKey} 1803686400`],
  },
  mark: {
    fill: plan => plan.marks.push({ typeId: 'thing', id: 'a' }, { typeId: 'thing', id: 'b' }),
    sizes: { state: 1, n: 2, erasures: 0 },
    repeated: [{ id: 'a' }, { id: 'b' }],
    commands: [`EXISTS ${keys.searchState(projectKey, 'thing')}`],
  },
  stamp: { fill: plan => plan.stamps.add(key), commands: [`SET ${key} id EX 3600`] },
  revoke: {
    fill: plan => plan.revoked.push(key),
    args: { seconds: String(limits.tokenSecondsMax) },
    commands: [`SET ${key} … EX ${limits.tokenSecondsMax}`],
  },
};

/** Fills a plan with one item; a patch belongs to a version check. */
const callWith = (name: string, hasCheck = name === 'patch') => {
  const plan = new CommitPlan('id', projectKey);
  if (hasCheck) plan.check('version', key, check, 'start', '5');
  samples[name]?.fill(plan);
  const call = new CommitCall(false);
  call.add({ plan });
  return call.toScriptCall(0);
};

type Head = readonly [
  callId: string,
  logTtlMs: number,
  stateCount: number,
  keyOffset: number,
  batches: readonly (readonly unknown[])[],
];
const headOf = ({ args }: { readonly args: readonly (string | Buffer)[] }): Head => unpack(args[0] as Buffer) as Head;
const textOf = (arg: string | Buffer): string => arg.toString();

test('the head and its batches have the fields of the contract, in the script and in the call', t => {
  const headNames = namesIn(only(/head, in MessagePack: \{ ([^}]*) \}/, contract));
  const batchNames = namesIn(only(/Each batch is \{ ([^}]*) \}/, contract));
  t.same(namesIn(only(/^local (.*) = unpack\(cmsgpack\.unpack\(ARGV\[1\]\)\)$/m, code)), headNames);
  const constants = [...code.matchAll(/^local ([A-Z_, ]+) = ([\d, ]+)$/gm)].filter(([, names = '']) =>
    /^ID,|^FIRST_TIME,/.test(names),
  );
  const upper = batchNames.map(name => name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase());
  t.same(
    constants.flatMap(([, names = '']) => namesIn(names)),
    upper,
  );
  t.same(
    constants.flatMap(([, , numbers = '']) => namesIn(numbers).map(Number)),
    upper.map((_, at) => at + 1),
  );

  const call = callWith('mark');
  const batch = { id: 'id', commits: 1, sizes: headOf(call)[4][0]![2], firstKey: 6, firstState: 0, states: 1 };
  const rest = { firstTime: 0, lastTime: 0, argAt: 1, sizeAt: 0, keyAt: 6, result: false };
  const sent = { callId: 'id', logTtlMs: 180_000, stateCount: 1, keyOffset: 0 };
  t.same([...Object.keys(sent), 'batches'], headNames);
  t.same(Object.keys({ ...batch, ...rest }), batchNames);
  t.same(headOf(call), [...Object.values(sent), [Object.values({ ...batch, ...rest })]]);
  const state = keys.searchState(projectKey, 'thing');
  const own = [keys.sequence(projectKey), references, counts];
  t.same(call.keys, [keys.commits(projectKey, 0), keys.guard(projectKey), state, ...own, marksKey]);
  t.end();
});

test('each section of the contract is sent as it is written down, in its place', t => {
  t.same(
    sections.map(({ name }) => name),
    Object.keys(samples),
  );
  for (const { name, hasKey, sizes, args, repeated } of sections) {
    const sample = samples[name]!;
    t.same(Object.keys(sample.sizes ?? {}), sizes, `sizes of ${name}`);
    t.same(Object.keys(sample.args ?? {}), args, `arguments of ${name}`);
    for (const group of sample.repeated ?? []) t.same(Object.keys(group), repeated, `repeated arguments of ${name}`);
    const call = callWith(name);
    const isPatch = name === 'patch';
    const expected = sections.flatMap(each =>
      each.name === name ? [1, ...Object.values(sample.sizes ?? {})] : [isPatch && each.name === 'version' ? 1 : 0],
    );
    t.same(headOf(call)[4][0]![2], expected, `sizes that are sent of ${name}`);
    const groups = (sample.repeated ?? []).flatMap(group => Object.values(group));
    const checkArgs = isPatch ? ['start', '5'] : [];
    t.same(call.args.slice(1).map(textOf), [...checkArgs, ...Object.values(sample.args ?? {}), ...groups], name);
    const firstKey = headOf(call)[4][0]![3] as number;
    const ownKeys = [...(sample.keysBefore ?? []), ...(hasKey || isPatch ? [name] : [])];
    t.equal(call.keys.length - firstKey, ownKeys.length, `keys of ${name}`);
  }
  t.end();
});

/** Notes the commands of the script, and where it has read to. */
const traced = `
local sent = {}
local redis = setmetatable({ call = function(...)
  local words = {}
  for at, word in ipairs({...}) do words[at] = tostring(word) end
  sent[#sent + 1] = table.concat(words, ' ')
  return redis.call(...)
end }, { __index = redis })
${text
  .slice(text.indexOf('\n]]\n') + '\n]]\n'.length)
  .replace(/return results\s*$/, 'return { #sizes - sizeAt, #KEYS - keyAt, #ARGV - argAt, sent, results }')}`;

test('the script reads each section to its end, and does what the contract says', async t => {
  const { redis } = openStore();
  for (const { name } of sections) {
    const { body, commands } = samples[name]!;
    const call = callWith(name);
    const stored = name === 'patch' ? 'start' : body;
    await redis.del(key, keys.commits(projectKey, 0));
    if (stored !== undefined) await redis.set(key, stored);
    const [sizesLeft, keysLeft, argsLeft, sent, [, result]] = (await (redis as Redis).eval(
      traced,
      call.keys.length,
      ...call.keys,
      ...call.args,
    )) as [number, number, number, string[], [number, unknown[]]];
    t.same([sizesLeft, keysLeft, argsLeft, result], [0, 0, 0, []], `what ${name} leaves`);
    for (const command of commands) {
      const [start = '', end = ''] = command.split(' … ');
      t.ok(
        sent.some(each => each.startsWith(start) && each.endsWith(end)),
        `${name}: ${command} of ${sent.join(' | ')}`,
      );
    }
    await redis.del(key, references, counts, totalsKey, marksKey, keys.sequence(projectKey));
  }
  await redis.del(keys.commits(projectKey, 0));
});
