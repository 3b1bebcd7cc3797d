/**
 * npm run check:supply: checks the packages of the lock files for faults, for licences that are not allowed and, if a
 * registry responds within 30 s (`--audit-ms`), for known vulnerabilities. Ends with 1 if it finds any; those
 * below "high" are only printed, since many concern code that the program does not use.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integer, readCommandLine } from './setup/commandLine.mjs';
import { root } from './setup/run.mjs';
import { supplyFaults } from './setup/supplyChain.mjs';

const { values: options } = readCommandLine({ options: { 'audit-ms': integer } });
const failing = ['high', 'critical'];
const lockFiles = [
  { folder: '.', areShipped: true },
  { folder: 'test/programs', areShipped: false },
];

const readLock = folder => JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'));

/** Lists known vulnerabilities, also of the packages of the console; returns the reason if no registry responds. */
const audit = () => {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0'], {
    cwd: root,
    encoding: 'utf8',
    timeout: options['audit-ms'] ?? 30_000,
    maxBuffer: 64 * 1024 ** 2,
  });
  if (error !== undefined) return { reason: error.message };
  try {
    const { vulnerabilities, message, error: failure } = JSON.parse(stdout);
    if (vulnerabilities === undefined) return { reason: message ?? failure?.summary };
    return { found: Object.values(vulnerabilities) };
  } catch {
    return { reason: 'no JSON' };
  }
};

const faults = lockFiles.flatMap(({ folder, areShipped }) => supplyFaults(readLock(folder), { areShipped }));
const { found = [], reason } = audit();
for (const line of [...faults, ...found.map(({ name, range, severity }) => `${name} ${range}: ${severity}`)])
  console.error(line);
console.log(
  `check:supply: ${faults.length} faults in the lock files; ` +
    `${reason === undefined ? `${found.length} known vulnerabilities` : `no registry answers npm audit: not checked (${reason})`}`,
);
const failures = [...faults, ...found.filter(({ severity }) => failing.includes(severity))];
process.exitCode = failures.length === 0 ? 0 : 1;
