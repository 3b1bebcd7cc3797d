/**
 * docs/reference/tested-programs.md has a row for every program that `npm run test:programs` runs, with the version
 * that it runs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { t as tap, test } from '../support/tap.js';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Row {
  readonly program: string;
  readonly version: string;
  readonly command: string;
}

/** The rows of the tables whose last column is a command. */
const rows: readonly Row[] = read('docs/reference/tested-programs.md')
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
  .filter(cells => cells.length === 7 && cells[5]!.startsWith('`npm run test:programs'))
  .map(([, program, version, , , command]) => ({
    program: /`([^`]+)`/.exec(program!)?.[1] ?? program!,
    version: version!,
    command: command!,
  }));

const { dependencies } = JSON.parse(read('test/programs/package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const built = JSON.parse(read('test/programs/built.json')) as Readonly<
  Record<string, { readonly commit: string; readonly test: string }>
>;
const files = readdirSync(new URL('test/programs/', root))
  .filter(name => name.endsWith('.ts'))
  .map(name => name.slice(0, -3));
const commandOf = (file: string, name: string): string => `\`npm run test:programs -- ${file} --built ${name}=FOLDER\``;

test('lists each program once, in the order of names', async () => {
  const names = rows.map(({ program }) => program);
  tap.strictSame(names, [...new Set(names)].sort());
});

test('lists each package with its version, and each built program with its commit and its command', async () => {
  tap.strictSame(
    rows.map(({ program, version }) => `${program} ${version}`).sort(),
    [
      ...Object.entries(dependencies).map(([name, version]) => `${name} ${version}`),
      ...Object.entries(built).map(([name, { commit }]) => `${name} ${commit.slice(0, 10)}`),
    ].sort(),
  );
  tap.strictSame(
    rows.filter(row => built[row.program] !== undefined).map(row => row.command),
    rows.flatMap(({ program }) => (built[program] === undefined ? [] : [commandOf(built[program].test, program)])),
  );
});

test('names each file of test/programs in a command, and no other', async () => {
  const named = rows.flatMap(row => / -- ([^`]+?)(?: --built .*)?`$/.exec(row.command)![1]!.split(' '));
  tap.strictSame([...new Set(named)].filter(name => !name.startsWith('test/')).sort(), files.sort());
});
