import type { Config } from '../config/settings.js';
import { assertFree } from './assertFree.js';
import { identify } from './correlation.js';
import type { Exchange } from './exchange.js';
import { notFoundPage } from './notFoundPage.js';
import { type Bounds, listen, type Listening } from './server.js';

const refusePlain = (exchange: Exchange): void => {
  identify(exchange);
  exchange.send(notFoundPage);
};

/** The first is that of the API. Where one cannot be had, none stays open. */
export const listenAll = async (
  config: Config,
  handle: (exchange: Exchange) => void,
  bounds: Bounds,
): Promise<readonly [Listening, ...Listening[]]> => {
  const { host, port, sharePort, tlsCertFile, tlsKeyFile, plainPort } = config;
  const tls = tlsCertFile === '' ? undefined : { certFile: tlsCertFile, keyFile: tlsKeyFile };
  if (plainPort !== 0 && !sharePort) await assertFree(host, plainPort, 'PLAIN_PORT');
  const main = await listen(host, port, tls, handle, bounds, sharePort);
  if (plainPort === 0) return [main];
  try {
    return [main, await listen(host, plainPort, undefined, refusePlain, bounds, sharePort)];
  } catch (error) {
    main.close();
    throw error;
  }
};
