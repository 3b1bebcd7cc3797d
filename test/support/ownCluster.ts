/** A Redis Cluster of three masters on free loopback ports, for one test file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { t } from 'tap';
import { until } from './until.js';

const slots = 16_384;
const masters = 3;
/** The nodes talk to each other on the port that lies so far above. */
const busOffset = 10_000;

const freePort = (): Promise<number> => new Promise(resolve => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
});

/** A port whose bus port exists too. */
const nodePort = async (): Promise<number> => {
  for (;;) {
    const port = await freePort();
    if (port + busOffset < 65_536) return port;
  }
};

const launch = (folder: string, port: number, args: readonly string[]): ChildProcess =>
  spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`, '--dir', folder, '--save', '', '--cluster-node-timeout', '2000', ...args], { stdio: 'ignore' });

/** The cluster's address, `redis-cluster://127.0.0.1:1,127.0.0.1:2`; it ends with the test file. `args` go to every node. */
export const ownCluster = async (args: readonly string[] = []): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-cluster-'));
  const ports = [await nodePort(), await nodePort(), await nodePort()].slice(0, masters);
  const children = ports.map(port => launch(folder, port, args));
  const clients = ports.map(port => new Redis(port, '127.0.0.1'));
  clients.forEach(client => client.on('error', () => undefined));
  t.teardown(() => {
    clients.forEach(client => client.disconnect());
    children.forEach(child => child.kill('SIGKILL'));
    rmSync(folder, { recursive: true, force: true });
  });
  const share = Math.ceil(slots / masters);
  for (const [index, client] of clients.entries()) {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(slots, (index + 1) * share) - 1);
    for (const port of ports) await client.call('CLUSTER', 'MEET', '127.0.0.1', port);
  }
  await until(async () => {
    const states = await Promise.all(clients.map(client => client.call('CLUSTER', 'INFO') as Promise<string>));
    return states.every(state => state.includes('cluster_state:ok') && state.includes(`cluster_known_nodes:${masters}`));
  });
  return `redis-cluster://${ports.map(port => `127.0.0.1:${port}`).join(',')}`;
};
