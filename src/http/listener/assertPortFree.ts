import { type AddressInfo, createServer } from 'node:net';
import { ConfigError } from '../../config/ConfigError.js';

/**
 * Throws a ConfigError if another program listens on the port: uWebSockets.js would share it, and two servers that do
 * not know of each other must not. `variable` names the setting in the message. Resolves to the port, or for 0 to a
 * free one.
 */
export const assertPortFree = (host: string, port: number, variable = 'PORT'): Promise<number> =>
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
      const { port: freePort } = probe.address() as AddressInfo;
      probe.close(() => resolve(freePort));
    });
  });
