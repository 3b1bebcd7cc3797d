import { createServer, type AddressInfo } from 'node:net';

/** A loopback port that nobody listens on at the moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
