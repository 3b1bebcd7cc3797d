/** A project whose tokens may come from an external authorization server. */
import { randomUUID } from 'node:crypto';
import { limits } from '../../../src/base/config/limits.js';
import { startExternalServer } from '../../support/externalServer.js';
import type { HttpResponse } from '../../support/http.js';
import { changeProject } from '../../support/resourceApi.js';
import { startQuayside } from '../../support/quayside.js';
import { t } from '../../support/tap.js';

export const authorizationHeader = 'Basic c2VydmljZTpzZWNyZXQ=';

export const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;

export const newToken = () => `external-${randomUUID()}`;

/** Every failure has the same text, so that it does not tell which service listens at the address. */
export const failureMessage =
  'The external OAuth server gave no answer that can be used: expected status 200 and ' +
  'JSON as in RFC 7662 within 500 ms.';

/** A response with one error of the external authorization server. */
export const failed = (status: number, message: string) => ({
  status,
  json: { statusCode: status, errors: [{ code: 'ExternalOAuthFailed', message }] },
});

/** Sets another time limit for the introspections of the servers in this process, until the end of the file. */
export const setIntrospectionMs = (ms: number): void => {
  t.intercept(limits, 'introspectionMs', { value: ms, writable: true });
};

/**
 * Starts a server in this process. Its introspections have a minute, since other programs may hold the processor for
 * the half second of production.
 */
export const startExternalOAuthProject = async () => {
  setIntrospectionMs(60_000);
  const quayside = await startQuayside({ PRIVATE_DESTINATIONS: 'loopback' });
  const project = await quayside.project();
  const { projectKey } = project;
  const server = await startExternalServer();
  await changeProject(quayside, project, {
    action: 'setExternalOAuth',
    externalOAuth: { url: server.url, authorizationHeader },
  });
  const states = `/${projectKey}/states`;
  return {
    quayside,
    project,
    projectKey,
    server,
    states,
    /** The introspection response of an active token. */
    active: (more: object = {}) => ({ active: true, scope: `view_states:${projectKey}`, exp: inAnHour(), ...more }),
    /** Reads the states of the project with a token. */
    get: (token: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
      quayside.http.as(token).send('GET', states, { headers }),
  };
};
