import type { Fault } from '../fault.js';

/** Its Redis lives on, and the next server takes it over. */
export const killServer: Fault = {
  name: 'kill-server',
  about: 'SIGKILL to the server process; another one is started on the same port',
  inject: world => world.replaceServer(),
};
