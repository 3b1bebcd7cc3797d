import type { Fault } from '../Fault.js';

/** Kills the server. Its Redis keeps running, and the next server ends it. */
export const killServer: Fault = {
  name: 'kill-server',
  description: 'SIGKILL to the server process; another one is started on the same port',
  affects: () => true,
  // The first requests wait for the threads of the new server, whose start takes a second or two of processor time.
  answerMsMax: 10_000,
  backMsMax: 10_000,
  inject: world => world.replaceServer(),
};
