/** Starts a server from a folder, uses it as a client does, and stops it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { spawnChild } from '../setup/interrupts.mjs';
import { environment, readCommand } from './commands.mjs';

const readyMs = 120_000;
const pauseMs = 200;
const outputLengthMax = 2_000;

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const isReady = address =>
  fetch(`${address}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts `node bin/quayside.mjs start` in a folder on data of its own, runs `use` while it serves, and stops it. */
export const withServer = async (folder, { data, variables = {}, args = ['bin/quayside.mjs', 'start'] }, use) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = environment({ HOST: '127.0.0.1', DATA_DIR: data, ...variables, PORT: String(port) });
  const child = spawnChild(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output = `${output}${chunk}`.slice(-outputLengthMax);
    });
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  try {
    const endMs = performance.now() + readyMs;
    while (!(await isReady(address))) {
      if (hasEnded() || performance.now() > endMs) throw new Error(`The server of ${folder} does not serve: ${output}`);
      await setTimeout(pauseMs);
    }
    const quayside = (...words) => readCommand(process.execPath, ['bin/quayside.mjs', ...words], { cwd: folder, env });
    return await use({ address, quayside });
  } finally {
    if (!hasEnded()) child.kill('SIGTERM');
    await ended;
  }
};

const requestJson = async (url, options) => {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${options?.method ?? 'GET'} ${url} was answered with ${response.status}: ${text}`);
  return JSON.parse(text);
};

const order = {
  orderNumber: 'release-1',
  totalPrice: { currencyCode: 'EUR', centAmount: 4200 },
  lineItems: [
    {
      name: { en: 'Rain jacket' },
      variant: { sku: 'JACKET-1' },
      quantity: 2,
      price: { value: { currencyCode: 'EUR', centAmount: 2100 } },
    },
  ],
};

/** Fails where a link of the page at `/` leads nowhere, as to documentation that was not packed. */
const followLinks = async address => {
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  for (const [, path] of (await page.text()).matchAll(/href="(\/[^"]*)"/g)) {
    const { status } = await fetch(`${address}${path}`);
    if (status >= 400) throw new Error(`${path}, which the page at / links to, was answered with ${status}.`);
  }
};

/**
 * Follows the links of the page at `/`, creates a project, imports an order, confirms and reads it, and fills the
 * project with a small sample shop; fails where the server has another version.
 */
export const tryServer = async ({ address, quayside }, version) => {
  const home = await requestJson(address);
  if (home.version !== version) throw new Error(`The server has the version ${home.version}, not ${version}.`);
  await followLinks(address);
  const { projectKey, clientId, clientSecret } = JSON.parse(
    await quayside('project', 'create', 'release-check', '--json'),
  );
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const token = await requestJson(`${address}/oauth/token?grant_type=client_credentials`, {
    method: 'POST',
    headers: { authorization },
  });
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  const post = (path, body) =>
    requestJson(`${address}/${projectKey}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { id, version: orderVersion } = await post('orders/import', order);
  await post(`orders/${id}`, {
    version: orderVersion,
    actions: [{ action: 'changeOrderState', orderState: 'Confirmed' }],
  });
  const { orderState } = await requestJson(`${address}/${projectKey}/orders/${id}`, { headers });
  if (orderState !== 'Confirmed') throw new Error(`An order that was confirmed is ${orderState}.`);
  await quayside('seed', '--shop', '--project', projectKey, '--orders', '20');
};

/** Verifies the data of a project; returns the number of resources of each type. Fails where anything differs. */
export const verifiedResources = async ({ quayside }, projectKey) => {
  const { resources, ...found } = JSON.parse(await quayside('verify', '--project', projectKey, '--json'));
  if (!found.isEqual) throw new Error(`quayside verify found differences: ${JSON.stringify(found)}`);
  return resources;
};
