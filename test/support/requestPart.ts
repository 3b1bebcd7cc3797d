/** Sends messages to the runner of the tests, which starts the parts that all test files share. */
import type { IndexNotification } from '../../src/search/indexing/IndexNotifier.js';

type Provided = { readonly provided?: string; readonly value?: unknown; readonly error?: string };

/** Asks for a part; the first request starts it. */
export const requestPart = <T>(name: 'server' | 'otherServer' | 'browser'): Promise<T> =>
  new Promise((resolve, reject) => {
    if (process.send === undefined) {
      reject(new Error('Run tests with npm test'));
      return;
    }
    const onMessage = (message: Provided): void => {
      if (message.provided !== name) return;
      process.off('message', onMessage);
      if (message.error === undefined) resolve(message.value as T);
      else reject(new Error(message.error));
    };
    process.on('message', onMessage);
    process.send({ need: name });
  });

/** Tells the server of the test run that there is work for its indexers, like its own threads. */
export const notifyServer = (notifications: readonly IndexNotification[]): void => {
  if (process.connected) process.send?.({ notify: notifications });
};
