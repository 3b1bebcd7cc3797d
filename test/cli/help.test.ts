import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, CommanderError } from 'commander';
import { test } from '../support/tap.js';
import { createProgram } from '../../src/cli/runCommand.js';
import { version } from '../../src/base/config/packageFile.js';
import { type CommandResult, run } from '../support/command.js';
import { runHere } from '../support/runHere.js';

/** Runs a command that only prints, in this process. */
const printed = async (args: readonly string[]): Promise<CommandResult> => {
  let [stdout, stderr] = ['', ''];
  const prepare = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: text => {
        stdout += text;
      },
      writeErr: text => {
        stderr += text;
      },
    });
    command.commands.forEach(prepare);
  };
  const program = createProgram();
  prepare(program);
  const { exitCode } = await program.parseAsync(args, { from: 'user' }).then(
    () => ({ exitCode: 0 }),
    (error: unknown) => error as CommanderError,
  );
  return { code: exitCode, stdout, stderr };
};

test('prints help for every command', async t => {
  for (const [args, part] of [
    [[], 'project'],
    [['start'], 'environment'],
    [['project'], 'create'],
    [['project', 'create'], '--languages'],
    [['project', 'list'], 'list'],
    [['api-client'], 'delete'],
    [['api-client', 'create'], '--scope'],
    [['api-client', 'list'], '--project'],
    [['api-client', 'show'], '<id>'],
    [['api-client', 'delete'], '<id>'],
    [['seed'], '--shop'],
    [['verify'], '--json'],
    [['search'], 'verify'],
    [['search', 'status'], '--json'],
    [['search', 'activate'], '--wait'],
    [['search', 'deactivate'], '--project'],
    [['search', 'reindex'], '--wait'],
    [['search', 'stop'], '--project'],
    [['search', 'verify'], '--references'],
    [['jobs'], 'watch'],
    [['jobs', 'list'], '--json'],
    [['jobs', 'watch'], '--project'],
  ] as const) {
    const { code, stdout } = await printed([...args, '--help']);
    t.equal(code, 0);
    t.match(stdout, /^Usage: quayside/);
    t.ok(stdout.includes(part), `${args.join(' ')} --help contains ${part}`);
  }
});

test('prints the version and help as a process', async t => {
  t.same(await run(['--version'], {}), { code: 0, stdout: `${version}\n`, stderr: '' });
  const { code, stdout, stderr } = await run(['--help'], {});
  t.same({ code, stderr }, { code: 0, stderr: '' });
  t.equal(stdout, (await printed(['--help'])).stdout);
});

test('explains wrong usage and exits with 1', async t => {
  for (const [runCommand, args] of [
    [run, ['fly']],
    [printed, ['project', 'create']],
    [printed, ['project', 'create', 'ab', '--colour', 'red']],
    [printed, ['seed', '--project']],
  ] as const) {
    const { code, stderr } = await runCommand(args);
    t.equal(code, 1, args.join(' '));
    t.match(stderr, /^error: /);
  }
});

test('names the missing file without a running server', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-cli-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const { code, stderr } = await runHere(['project', 'list'], { DATA_DIR: folder, REDIS_URL: '' });
  t.equal(code, 1);
  t.ok(stderr.startsWith(`No running server was found: ${folder}/redis.json does not exist.`), stderr);
});

test('names a Redis that does not answer', async t => {
  const { code, stderr } = await runHere(['project', 'list'], { REDIS_URL: 'redis://127.0.0.1:1' });
  t.equal(code, 1);
  t.match(stderr, /redis:\/\/127.0.0.1:1/);
});
