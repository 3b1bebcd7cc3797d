/** Runs the importer of the vendor's sample shop, command by command, in the order of a complete import. */
import { join } from 'node:path';
import { type ProcessRun, runProcess } from './processes.js';
import type { Program } from './startProgram.js';

/** The scripts with their options. */
const steps: readonly (readonly string[])[] = [
  ['types', '--import'],
  ['channels', '--import'],
  ['tax-categories', '--import'],
  ['zones', '--import'],
  ['project-setup', '--import'],
  ['lineitem-states', '--import'],
  ['product-states', '--import'],
  ['stores', '--import'],
  ['shipping-method', '--import'],
  ['customers', '--import'],
  ['categories', '--import', '--csv', 'data/categories.csv'],
  ['products', '--importtypes', '--types', 'data/product-type.json'],
  [
    'products',
    '--import',
    '--csv',
    'data/products.csv',
    '--categories',
    'data/categories.csv',
    '--types',
    'data/product-type.json',
  ],
  ['orders', '--import', '--csv', 'data/orders.csv'],
];

/** Runs one script of the importer in the folder of its repository, with the variables of its README. */
const runScript = (
  folder: string,
  { address, credentials: { projectKey, clientId, clientSecret } }: Pick<Program, 'address' | 'credentials'>,
  [script, ...options]: readonly string[],
): Promise<ProcessRun> =>
  runProcess('node', [join('dist', 'lib', `${script}.js`), ...options], {
    cwd: folder,
    env: {
      CTP_PROJECT_KEY: projectKey,
      CTP_CLIENT_ID: clientId,
      CTP_CLIENT_SECRET: clientSecret,
      CTP_AUTH_URL: address,
      CTP_API_URL: address,
      // The importer waits this many seconds before it repeats a refused request, which it does five times.
      COOL_DOWN_PERIOD: '0.01',
    },
  });

/** Runs the command that deletes all data that it imports. */
export const cleanSunriseData = (folder: string, program: Program): Promise<ProcessRun> =>
  runScript(folder, program, ['data', '--all:clean']);

/** Imports all data, and returns the refused scripts with their output. */
export const importSunriseData = async (
  folder: string,
  program: Program,
): Promise<readonly (readonly [script: string, written: string])[]> => {
  // The passwords of its two customers have no digit (CUST131).
  program.expectRefusals({ method: 'POST', path: /\/customers$/, status: 400 });
  const refused: [string, string][] = [];
  for (const step of steps) {
    const { code, stdout, stderr } = await runScript(folder, program, step);
    if (code !== 0) refused.push([step.join(' '), `${stdout}${stderr}`]);
  }
  return refused;
};
