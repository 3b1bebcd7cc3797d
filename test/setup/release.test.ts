/** The parts of the release's checklist find what they look for. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '../support/tap.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

type Rows = readonly { readonly name: string; readonly state: string; readonly detail?: string }[];
interface Step {
  readonly name: string;
  readonly run: () => Promise<{ readonly state: string; readonly detail?: string }>;
}
interface Stage {
  readonly name: string | undefined;
}
interface Parts {
  changeLogFaults(text: string, version: string): string[];
  readVersions(folder: string): Map<string, string | undefined>;
  newestFigures(folder: string): string | undefined;
  versionFaults(versions: ReadonlyMap<string, string | undefined>): string[];
  lastRelease(folder: string, version: string): string | undefined;
  stagesOf(dockerfile: string): readonly Stage[];
  ignoredBy(dockerignore: string): (path: string) => boolean;
  copyFaults(
    stages: readonly Stage[],
    isIgnored: (path: string) => boolean,
    exists: (path: string) => boolean,
  ): string[];
  chooseSteps(steps: readonly { readonly name: string }[], options: { only?: string[]; skip?: string[] }): Set<string>;
  runSteps(
    steps: readonly Step[],
    options: { chosen: ReadonlySet<string>; print: (line: string) => void },
  ): Promise<Rows>;
  formatRows(rows: Rows): string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const names = ['versions', 'commands', 'dockerfile', 'runSteps'];
const modules = await Promise.all(
  names.map(name => import(new URL(`../../../scripts/release/${name}.mjs`, import.meta.url).href)),
);
const parts = Object.assign({}, ...modules) as Parts;

test('every place that repeats the version has that of package.json', t => {
  const versions = parts.readVersions(root);
  t.strictSame(
    [...versions.keys()],
    [
      'package.json',
      'package-lock.json',
      'the first package of package-lock.json',
      'CHANGELOG.md',
      'dist/sbom.cdx.json',
    ],
  );
  t.strictSame(parts.versionFaults(versions), []);
  t.end();
});

test('names each place with another version, and a change log without one', t => {
  const versions = new Map([
    ['package.json', '0.3.0'],
    ['package-lock.json', '0.2.0'],
    ['CHANGELOG.md', undefined],
    ['dist/sbom.cdx.json', '0.3.0'],
  ]);
  t.strictSame(parts.versionFaults(versions), [
    'package-lock.json has the version 0.2.0, package.json 0.3.0.',
    'CHANGELOG.md has the version none, package.json 0.3.0.',
  ]);
  t.end();
});

test('the change log has an "Unreleased", and below it the version with a date and text that is read soon', t => {
  const faults = (...sections: string[]): string[] =>
    parts.changeLogFaults(['# Change log\n', ...sections].join('\n'), '0.3.0');
  const unreleased = '## Unreleased\n';
  const release = '## 0.3.0 - 2027-01-31\n\n- Something.\n';
  const earlier = '## 0.2.0 - 2026-11-28\n\n- The first.\n';
  const cases: readonly [readonly string[], readonly string[]][] = [
    [[unreleased, release, earlier], []],
    [[unreleased, earlier], ['There is no section "## 0.3.0 - <year>-<month>-<day>".']],
    [
      [release, earlier],
      [
        'The first section is "0.3.0 - 2027-01-31", not "Unreleased".',
        'There is no section "## 0.3.0 - <year>-<month>-<day>".',
      ],
    ],
    [[`${unreleased}\n- More.\n`, release], ['"Unreleased" has changes that are in no release.']],
    [[unreleased, earlier, release], ['"0.2.0 - 2026-11-28" stands before "0.3.0 - 2027-01-31".']],
    [[unreleased, '## 0.3.0\n\n- Something.\n'], ['The section "0.3.0" has no date.']],
    [[unreleased, '## 0.3.0 - 2027-01-31\n', earlier], ['The section "0.3.0 - 2027-01-31" is empty.']],
    [
      [unreleased, `## 0.3.0 - 2027-01-31\n\n${'word '.repeat(1_201)}`],
      ['The section "0.3.0 - 2027-01-31" has 1201 words; at most 1200 are read.'],
    ],
    [[], ['The first section is "", not "Unreleased".', 'There is no section "## 0.3.0 - <year>-<month>-<day>".']],
  ];
  for (const [sections, expected] of cases) t.strictSame(faults(...sections), expected);
  t.end();
});

test('the last release is the newest tag below the commit that is not of the version itself', t => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-release-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const git = (...words: string[]): void => {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'tag.gpgSign=false'];
    execFileSync('git', ['-C', folder, ...author, ...words], { stdio: 'ignore' });
  };
  const commit = (title: string): void => git('commit', '--allow-empty', '--message', title);
  git('init');
  commit('one');
  t.equal(parts.lastRelease(folder, '0.2.0'), undefined);
  git('tag', 'v0.2.0');
  git('tag', 'other');
  t.equal(parts.lastRelease(folder, '0.2.0'), undefined);
  commit('two');
  t.equal(parts.lastRelease(folder, '0.3.0'), 'v0.2.0');
  git('tag', 'v0.3.0');
  t.equal(parts.lastRelease(folder, '0.3.0'), 'v0.2.0');
  t.end();
});

test('the speed is compared with that of the newest release that was measured', t => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-release-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  t.equal(parts.newestFigures(folder), undefined);
  mkdirSync(join(folder, 'bench/figures'), { recursive: true });
  t.equal(parts.newestFigures(folder), undefined);
  for (const name of ['0.9.0.json', '0.10.0.json', '0.2.12.json', 'other.json', '1.0.0.json.new'])
    writeFileSync(join(folder, 'bench/figures', name), '');
  t.equal(parts.newestFigures(folder), 'bench/figures/0.10.0.json');
  t.end();
});

const stagesOf = (text: string): readonly Stage[] => parts.stagesOf(text);

test('the Dockerfile copies only what exists and .dockerignore leaves in', t => {
  const [text, ignore] = ['Dockerfile', '.dockerignore'].map(name => readFileSync(join(root, name), 'utf8'));
  const exists = (path: string): boolean => existsSync(join(root, path));
  t.strictSame(parts.copyFaults(stagesOf(text!), parts.ignoredBy(ignore!), exists), []);
  t.end();
});

test('names what a Dockerfile copies and the folder lacks, or .dockerignore leaves out', t => {
  const text = [
    'ARG IMAGE=node',
    // The syntax of Dockerfiles has the same form as a template.
    'FROM $' + '{IMAGE} AS build',
    'COPY package.json missing.json ./',
    'COPY scripts/setup ./scripts/setup',
    'COPY scripts/test ./scripts/test',
    'COPY docs/decisions/one.txt \\',
    '  ./docs/',
    'FROM node',
    'COPY --from=build --chown=root:root /app/dist ./dist',
    'COPY data-files ./data-files',
  ].join('\n');
  const isIgnored = parts.ignoredBy('# rules\n.git\ndata\ndist\ndocs/decisions\nscripts/*\n!scripts/setup\n');
  const faults = parts.copyFaults(stagesOf(text), isIgnored, path => path !== 'missing.json');
  t.strictSame(
    stagesOf(text).map(({ name }) => name),
    ['build', undefined],
  );
  t.strictSame(faults, [
    'The Dockerfile copies missing.json, which does not exist.',
    'The Dockerfile copies scripts/test, which .dockerignore leaves out.',
    'The Dockerfile copies docs/decisions/one.txt, which .dockerignore leaves out.',
  ]);
  t.end();
});

test('runs the chosen steps, also after one that failed, and counts them', async t => {
  const steps: readonly Step[] = [
    { name: 'one', run: async () => ({ state: 'passed' }) },
    { name: 'second', run: async () => Promise.reject(new Error('a reason')) },
    { name: 'third', run: async () => ({ state: 'skipped', detail: 'nothing to do' }) },
    { name: 'fourth', run: async () => ({ state: 'passed', detail: 'after a failure' }) },
    { name: 'fifth', run: async () => ({ state: 'passed' }) },
  ];
  const rows = await parts.runSteps(steps, {
    chosen: parts.chooseSteps(steps, { skip: ['fifth'] }),
    print: () => undefined,
  });
  t.equal(
    parts.formatRows(rows),
    [
      'one     passed        0 s',
      'second  failed        0 s  a reason',
      'third   skipped       0 s  nothing to do',
      'fourth  passed        0 s  after a failure',
      'fifth   skipped       0 s  by an option',
      '2 passed, 1 failed, 2 skipped',
    ].join('\n'),
  );
  t.strictSame(
    parts.chooseSteps(steps, { only: ['one,third', 'second'], skip: ['third'] }),
    new Set(['one', 'second']),
  );
  t.throws(() => parts.chooseSteps(steps, { only: ['sixth'] }), {
    message: "There is no step 'sixth'. The steps are one, second, third, fourth, fifth.",
  });
});

test('npm run release exits with 1 after a failed step, and leaves out steps only in a trial', t => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-release-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    execFileSync('cp', ['-r', join(root, name), join(folder, name)]);
  const release = (
    ...words: string[]
  ): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
    spawnSync(...boundCommand(process.execPath, [join(folder, 'scripts/release.mjs'), ...words]), { encoding: 'utf8' });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(folder, 'CHANGELOG.md'), '## Unreleased\n\n## 9.9.9 - 2027-01-31\n\n- Something.\n');
  const failed = release('--dry-run', '--only', 'versions,change-log');
  t.equal(failed.status, 1);
  t.match(
    failed.stdout,
    `versions       failed        0 s  CHANGELOG.md has the version 9.9.9, package.json ${version}.`,
  );
  t.match(failed.stdout, /^change-log +failed .*There is no section/m);
  writeFileSync(join(folder, 'CHANGELOG.md'), `## Unreleased\n\n## ${version} - 2027-01-31\n\n- Something.\n`);
  const passed = release('--dry-run', '--only', 'versions,change-log');
  t.equal(passed.status, 0);
  t.match(passed.stdout, /^2 passed, 0 failed, \d+ skipped$/m);
  const refused = release('--skip', 'bench');
  t.strictSame([refused.status, refused.stderr], [1, 'Only --dry-run leaves out steps.\n']);
  t.end();
});
