import { createServer, type Server } from 'node:net';
import { findFreePort } from '../../src/redis/embedded/findFreePort.js';

/** Between two attempts the ports that are in use change; a row of a few free ones is found soon. */
const attempts = 20;

const open = (port: number): Promise<Server | undefined> =>
  new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen({ host: '127.0.0.1', port }, () => resolve(probe));
  });

const close = (probe: Server | undefined): Promise<void> =>
  new Promise(resolve => (probe === undefined ? resolve() : probe.close(() => resolve())));

/** Finds the first of `count` consecutive loopback ports that no server listens on at the moment. */
export const findFreePorts = async (count: number): Promise<number> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const first = await findFreePort();
    const probes = await Promise.all(Array.from({ length: count }, (_, at) => open(first + at)));
    await Promise.all(probes.map(close));
    if (probes.every(probe => probe !== undefined)) return first;
  }
  throw new Error(`found no ${count} free ports in a row in ${attempts} attempts`);
};
