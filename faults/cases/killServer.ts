import type { Fault } from '../Fault.js';

/** Its Redis lives on, and the next server takes it over. */
export const killServer: Fault = {
  name: 'kill-server',
  description: 'SIGKILL to the server process; another one is started on the same port',
  // Who comes first waits for the threads of the new one: to start takes a second or two of processor time, on a busy machine longer.
  answerMsMax: 10_000,
  backMsMax: 10_000,
  inject: world => world.replaceServer(),
};
