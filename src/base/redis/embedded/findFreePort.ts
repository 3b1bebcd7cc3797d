import { createServer } from 'node:net';

/** Finds a loopback port that no server listens on at the moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('the probe has no port'));
        else resolve(address.port);
      });
    });
  });
