/** Starts the peers of product search: other programs with the same products, each behind one route. */
import { fileURLToPath } from 'node:url';
import { options } from '../options.js';
import type { Peer } from '../world/BenchWorld.js';
import { startBenchProcess } from '../world/processes.js';
import { installPackages } from './installPackages.js';
import { startPostgres } from './startPostgres.js';

export interface Peers {
  readonly list: readonly Peer[];
  readonly stop: () => Promise<void>;
}

const programOf = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url));

export const startPeers = async (): Promise<Peers> => {
  const environment = { PEER_PACKAGES: await installPackages(), PEER_PRODUCTS: String(options.products) };
  const postgres = await startPostgres();
  const stops = [postgres.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  const start = async (name: string, program: string, storePids: readonly number[] = []): Promise<Peer> => {
    console.error(`loading ${options.products} products into ${name}`);
    // The libraries need more memory than Node gives by default, with 100,000 products.
    const args = ['--max-old-space-size=8192', programOf(program)];
    const service = await startBenchProcess(args, { ...environment, PEER_SOCKET: postgres.socket });
    stops.push(service.stop);
    return { name, service, storePids };
  };
  try {
    const list = [
      await start('PostgreSQL', 'postgres', [postgres.pid]),
      await start('ItemsJS', 'itemsJs'),
      await start('Orama', 'orama'),
    ];
    return { list, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
