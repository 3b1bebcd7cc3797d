import type { Config } from '../../config/settings.js';
import { httpsOnlyPage } from '../pages/httpsOnlyPage.js';
import { assignCorrelationId } from '../exchange/correlationId.js';
import type { Exchange } from '../exchange/Exchange.js';
import { assertPortFree } from './assertPortFree.js';
import { commonHeaders, plainHeaders } from './commonHeaders.js';
import { listen, type Listener } from './listen.js';
import type { ListenerLimits } from './ListenerState.js';

const refusePlainHttp = (exchange: Exchange): void => {
  assignCorrelationId(exchange);
  exchange.send(httpsOnlyPage);
};

/** Opens the port of the API, and PLAIN_PORT where it is set. If one cannot be opened, none stays open. */
export const listenAll = async (
  config: Config,
  handleRequest: (exchange: Exchange) => void,
  limits: ListenerLimits,
): Promise<readonly [Listener, ...Listener[]]> => {
  const { host, port, sharePort, tlsCertFile, tlsKeyFile, plainPort } = config;
  const tls = tlsCertFile === '' ? undefined : { certFile: tlsCertFile, keyFile: tlsKeyFile };
  if (plainPort !== 0 && !sharePort) await assertPortFree(host, plainPort, 'PLAIN_PORT');
  const options = { ...limits, commonHeaders: commonHeaders(config) };
  const apiListener = await listen(host, port, tls, handleRequest, options, sharePort);
  if (plainPort === 0) return [apiListener];
  try {
    const plainOptions = { ...limits, commonHeaders: plainHeaders };
    return [apiListener, await listen(host, plainPort, undefined, refusePlainHttp, plainOptions, sharePort)];
  } catch (error) {
    apiListener.close();
    throw error;
  }
};
