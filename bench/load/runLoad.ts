/** Runs a plan in a process of its own, with wrk if it is installed, otherwise with autocannon. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult, OpenPlan, OpenResult } from './plan.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The script is not compiled, so its path leads to the sources. */
const wrkScript = here('../../../bench/load/wrk.lua');

// `wrk --version` prints its version and exits with 1.
const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

export const generatorName = hasWrk ? 'wrk' : 'autocannon';

const execute = (command: string, args: readonly string[], input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile(command, args, { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command}: ${stderr || error.message}`));
    });
    child.stdin?.end(input);
  });

const lastLine = (output: string): LoadResult => JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as LoadResult;

const [unit, record] = ['\x1f', '\x1e'];

const withWrk = async ({
  address,
  headers,
  connections,
  seconds,
  perSecond = 0,
  requests,
}: LoadPlan): Promise<LoadResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-load-'));
  const file = join(folder, 'requests');
  writeFileSync(
    file,
    requests
      .map(
        ({ method, path, version = 0, body = '', authorization = '' }) =>
          [method, path, version, body, authorization].join(unit) + record,
      )
      .join(''),
  );
  try {
    return lastLine(
      await execute('wrk', [
        '--threads',
        '1',
        '--connections',
        String(connections),
        '--duration',
        `${seconds}s`,
        '--timeout',
        '10s',
        '--script',
        wrkScript,
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        address,
        '--',
        file,
        `${Date.now().toString(36)}x`,
        String(perSecond),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const withAutocannon = async (plan: LoadPlan): Promise<LoadResult> =>
  lastLine(await execute(process.execPath, [here('./autocannon.js')], JSON.stringify(plan)));

export const runLoad = (plan: LoadPlan): Promise<LoadResult> =>
  hasWrk && plan.once !== true ? withWrk(plan) : withAutocannon(plan);

/** Runs a plan with a fixed rate of requests. */
export const runOpenLoad = async (plan: OpenPlan): Promise<OpenResult> =>
  JSON.parse((await execute(process.execPath, [here('./openLoop.js')], JSON.stringify(plan))).trimEnd()) as OpenResult;
