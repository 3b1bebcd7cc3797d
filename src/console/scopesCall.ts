import { scopePresets } from '../credentials/scopePresets.js';
import { scopeTable } from '../credentials/scopeTable.js';
import type { Services } from '../services/services.js';
import { type ConsoleCall, type ConsoleResponse, respondJson } from './ConsoleCall.js';
import { signedIn } from './signedIn.js';

/** GET /-/scopes: the names of all scopes that an API client may have, and sets of them for common programs. */
export const listScopes = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedIn(services, call);
  const results = [...scopeTable.keys()].map(name => ({ name }));
  return respondJson(200, { count: results.length, results, presets: scopePresets });
};
