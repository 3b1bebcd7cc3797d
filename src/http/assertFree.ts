import { type AddressInfo, createServer } from 'node:net';
import { ConfigError } from '../config/ConfigError.js';

/** The library shares a port with whoever has it; two servers that do not know of each other must not. `variable` is where the port was set. Resolves to the port: with 0 to one that was free. */
export const assertFree = (host: string, port: number, variable = 'PORT'): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError([
          `${variable} is '${port}', which ${error.code === 'EADDRINUSE' ? 'another program listens on' : `cannot be listened on (${error.message})`}; allowed is a free port, or 0 for any.`,
        ]),
      ),
    );
    probe.listen({ host, port, exclusive: true }, () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => resolve(found));
    });
  });
