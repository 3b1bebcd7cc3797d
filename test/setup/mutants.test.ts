/** The tool of `npm run test:mutants`, with a sample of a project whose tests are a script of a few lines. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { t as root, test } from '../support/tap.js';

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly start: number;
}
interface WorkCopy {
  readonly folder: string;
  readonly read: (file: string) => string;
  readonly change: (file: string, text: string) => () => void;
}

const load = (name: string): Promise<unknown> =>
  import(new URL(`../../../scripts/mutants/${name}.mjs`, import.meta.url).href);

const { findMutants, applyMutant, describeMutant } = (await load('findMutants')) as {
  readonly findMutants: (file: string, text: string) => readonly Mutant[];
  readonly applyMutant: (text: string, mutant: Mutant) => string;
  readonly describeMutant: (mutant: Mutant) => string;
};
const { chooseMutants } = (await load('chooseMutants')) as {
  readonly chooseMutants: (folder: string, options: object) => readonly Mutant[];
};
const { createMutantRun } = (await load('runMutant')) as {
  readonly createMutantRun: (options: object) => (mutant: Mutant) => Promise<{ readonly noticedBy?: string }>;
};
const { printReport } = (await load('reportMutants')) as {
  readonly printReport: (results: readonly object[], options: object, print: (text: string) => void) => boolean;
};

const source = `export const isFull = (count: number, list: readonly number[]): boolean => {
  if (count < 0) throw new Error('negative');
  list.forEach(check);
  return count >= 5 && list.filter(each => each > 1).length === 3;
};
`;

/** Fails if the limit of the sample is another one, and runs forever without its guard. */
const tests = `import { readFileSync } from 'node:fs';
const text = readFileSync('src/engine/isFull.ts', 'utf8');
if (!text.includes('throw')) setTimeout(() => undefined, 60_000);
else if (text.includes('>= 5')) console.log('ok test/full.test.ts (1, 0.1 s)');
else {
  console.log('FAILED test/full.test.ts (1 of 1, 0.1 s)\\n  ✗ has a limit');
  process.exitCode = 1;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
root.teardown(() => rmSync(folder, { recursive: true }));
for (const [name, text] of [
  ['src/engine/isFull.ts', source],
  ['scripts/test.mjs', tests],
] as const) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const copy: WorkCopy = {
  folder,
  read: file => readFileSync(join(folder, file), 'utf8'),
  change: (file, text) => {
    const original = readFileSync(join(folder, file));
    writeFileSync(join(folder, file), text);
    return () => writeFileSync(join(folder, file), original);
  },
};
const mutants = findMutants('src/engine/isFull.ts', source);

test('finds the places where a change alters what a source does', t => {
  t.same(
    mutants.map(mutant => `${mutant.line} ${describeMutant(mutant)}`),
    [
      '2 condition: count < 0 becomes !(count < 0)',
      "2 guard: if (count < 0) throw new Error('negative'); is removed",
      '2 border: < becomes <=',
      '2 constant: 0 becomes (0 + 1)',
      '3 statement: list.forEach(check); is removed',
      '4 operator: && becomes ||',
      '4 border: >= becomes >',
      '4 constant: 5 becomes (5 + 1)',
      '4 equality: === becomes !==',
      '4 call: list.filter(each => each > 1) becomes list',
      '4 border: > becomes >=',
      '4 constant: 1 becomes (1 + 1)',
      '4 constant: 3 becomes (3 + 1)',
    ],
  );
  t.match(applyMutant(source, mutants[6]!), /return count > 5 && list/);
  t.end();
});

test('chooses the same changes for the same seed, one a line', t => {
  const choose = (seed: number) => chooseMutants(folder, { count: 10, seed, only: [] });
  t.same(choose(1), choose(1));
  t.same(
    choose(1)
      .map(({ line }) => line)
      .sort((a, b) => a - b),
    [2, 3, 4],
  );
  t.same(chooseMutants(folder, { count: 10, seed: 1, only: ['src/search'] }), []);
  t.end();
});

test('tells which changes the types or the tests notice, and leaves the source as it was', async t => {
  const run = createMutantRun({
    copy,
    checkTypes: (_: string, text: string) => (text.includes('!(count < 0)') ? 'not a boolean' : undefined),
    reach: () => ['test/full.test.ts'],
    rank: (_: Mutant, __: string, files: readonly string[]) => files,
    filesMax: 5,
    timeoutMsOf: () => 2_000,
  });
  const outcomes = [0, 1, 4, 7].map(at => mutants[at]!);
  const noticed = [];
  for (const mutant of outcomes) noticed.push((await run(mutant)).noticedBy);
  t.same(noticed, ['types: not a boolean', 'the tests take too long', undefined, 'test/full.test.ts: has a limit']);
  t.equal(copy.read('src/engine/isFull.ts'), source);
});

test('fails where the tests of a part notice less than required, and lists what they miss', t => {
  const results = [
    { mutant: mutants[2], noticedBy: 'a test', files: 1, ms: 1 },
    { mutant: mutants[3], noticedBy: 'types: no', files: 0, ms: 1 },
    { mutant: mutants[4], noticedBy: undefined, files: 1, ms: 1 },
    { mutant: mutants[5], noticedBy: undefined, reason: 'both sides are the same', files: 1, ms: 1 },
  ];
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  t.equal(printReport(results, { leastPercent: 66, pending: 0 }, print), true);
  t.equal(printReport(results, { leastPercent: 67, pending: 0 }, print), false);
  t.same(lines.slice(0, 5), [
    '\nNo test notices:',
    '  src/engine/isFull.ts:3  statement: list.forEach(check); is removed',
    '',
    'engine        2 of    3  67 %  (tests alone 1 of 2, 50 %)',
    'all           2 of    3  67 %  (tests alone 1 of 2, 50 %)',
  ]);
  t.end();
});
