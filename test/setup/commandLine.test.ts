/** The arguments of npm scripts: what is accepted, and how each script refuses the others. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';
import { test } from '../support/tap.js';

interface CommandLine {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

interface CommandLineModule {
  readonly flag: object;
  readonly integer: object;
  readonly text: (value: string) => object;
  readonly texts: (value: string) => object;
  readonly parseCommandLine: (args: readonly string[], accepted: object) => CommandLine;
}

const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));
const { flag, integer, text, texts, parseCommandLine } = (await import(
  `${scripts}/setup/commandLine.mjs`
)) as CommandLineModule;

const options = { busy: integer, only: texts('NAME'), from: text('REV'), update: flag };
const expected = 'Expected are --busy N, --only NAME, --from REV, --update';

test('reads options of each kind and other arguments', t => {
  const args = ['a', '--busy', '3', '--only', 'x', '--only=-y', '--update', '--', '--b'];
  t.strictSame(parseCommandLine(args, { options, positionals: 'files' }), {
    values: { busy: 3, only: ['x', '-y'], update: true },
    positionals: ['a', '--b'],
  });
  t.strictSame(parseCommandLine([], { options }), { values: {}, positionals: [] });
  t.end();
});

const refused: readonly (readonly [args: readonly string[], problem: string])[] = [
  [['--bsy', '3'], "There is no option '--bsy'"],
  [['-u'], "There is no option '-u'"],
  [['--constructor'], "There is no option '--constructor'"],
  [['file'], "There is no argument 'file'"],
  [['--busy', 'x'], "--busy is 'x', which is no integer"],
  [['--busy', '1.5'], "--busy is '1.5', which is no integer"],
  [['--busy='], "--busy is '', which is no integer"],
  [['--busy'], '--busy lacks its value N'],
  [['--from', '--update'], '--from lacks its value REV'],
  [['--update=1'], '--update takes no value'],
];

test('refuses other arguments with what is expected', t => {
  for (const [args, problem] of refused)
    t.throws(() => parseCommandLine(args, { options }), { message: `${problem}. ${expected}; --help explains it.` });
  t.throws(() => parseCommandLine(['-x'], { options: { update: flag }, positionals: 'files and folders' }), {
    message: "There is no option '-x'. Expected are --update, files and folders; --help explains it.",
  });
  t.throws(() => parseCommandLine(['x'], {}), {
    message: "There is no argument 'x'. No arguments are expected; --help explains it.",
  });
  t.end();
});

/** These scripts pass their arguments on to a program, which has its own help and refusals. */
const passing = ['bench.mjs', 'faults.mjs', 'quayside.mjs', 'start.mjs'];
const own = readdirSync(scripts).filter(name => name.endsWith('.mjs') && ![...passing, 'setup.mjs'].includes(name));
const run = (name: string, option: string) =>
  spawnSync(...boundCommand(process.execPath, [`${scripts}/${name}`, option]), { encoding: 'utf8' });

test('each npm script refuses an unknown option before it does anything, and its comment names its options', t => {
  for (const name of own) {
    const { status, stdout, stderr } = run(name, '--nonsense');
    t.strictSame([status, stdout], [1, ''], name);
    t.match(stderr, /^There is no option '--nonsense'\. [^\n]+; --help explains it\.\n$/, name);
    const [comment] = readFileSync(`${scripts}/${name}`, 'utf8').split('*/');
    const { options: accepted = '' } = /Expected are (?<options>.+); --help/.exec(stderr)?.groups ?? {};
    for (const [option] of accepted.matchAll(/--[a-z-]+/g)) t.ok(comment!.includes(option), `${name} ${option}`);
  }
  t.ok(own.length > 10, `${own.length} scripts`);
  t.end();
});

test('--help prints the comment at the top of a script', t => {
  const { status, stdout, stderr } = run('fuzz.mjs', '--help');
  t.strictSame([status, stderr], [0, '']);
  t.match(stdout, /^npm run test:fuzz \[-- options\]: sends [^*]+\n {2}--without PARTS [^*]+stop,codes\n$/);
  t.end();
});
