import type { Account } from '../../auth/accounts/account.js';
import type { Figures } from '../../base/observe/metrics/Figures.js';
import type { Services } from '../../services/services.js';
import { type ConsoleResponse, respondJson, type SessionCall } from './ConsoleCall.js';
import { hasProject, signedInWith } from './signedIn.js';

const noBody = new Uint8Array();

/** An account that is limited to some projects sees the requests of those only. */
const visibleTo = (account: Account, figures: Figures): Figures => ({
  ...figures,
  slowRequests: figures.slowRequests.filter(({ projectKey }) =>
    projectKey === undefined ? account.projects === undefined : hasProject(account, projectKey),
  ),
});

/** GET /-/figures: the live figures of this server process. Only its main thread knows them, so no worker answers. */
export const readFiguresCall = async (
  services: Services,
  session: SessionCall,
  collect: () => Promise<Figures>,
): Promise<ConsoleResponse> => {
  const { account } = await signedInWith(services, { query: '', body: noBody, session }, 'view_figures');
  return respondJson(200, visibleTo(account, await collect()));
};
