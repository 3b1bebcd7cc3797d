import type { Services } from '../services/services.js';
import { type ConsoleResponse, respondJson, type SessionCall } from './ConsoleCall.js';
import { signedInWith } from './signedIn.js';

const noBody = new Uint8Array();

/** GET /-/figures: what this server process does now. Only its main thread knows, so no worker answers. */
export const readFiguresCall = async (
  services: Services,
  session: SessionCall,
  collect: () => Promise<object>,
): Promise<ConsoleResponse> => {
  await signedInWith(services, { query: '', body: noBody, session }, 'view_figures');
  return respondJson(200, await collect());
};
