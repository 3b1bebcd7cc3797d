/** Tests how long the responses of an external authorization server are cached. */
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { type Test, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { ReadSlots } from '../../../src/auth/oauth/Grant.js';
import { ExternalGrants } from '../../../src/auth/oauth/external/ExternalGrants.js';
import { startExternalServer } from '../../support/externalServer.js';
import { changeProject } from '../../support/resourceApi.js';
import { waitUntil } from '../../support/waitUntil.js';
import { authorizationHeader, inAnHour, newToken, startExternalOAuthProject } from './externalOAuthProject.js';

const { quayside, projectKey, server, active, get } = await startExternalOAuthProject();

test('caches a response with exp, and none without it (AUTH063)', async t => {
  const requestTimes = async (body: object, times: number) => {
    server.say(body);
    const before = server.requests.length;
    const token = newToken();
    for (let time = 0; time < times; time++) t.equal((await get(token)).status, 200);
    return { calls: server.requests.length - before, token };
  };
  // A cached response is not used a second after the last news of revocations; a busy machine may need longer.
  await waitUntil(async () => (await requestTimes(active(), 3)).calls === 1);
  t.equal((await requestTimes({ active: true, scope: `view_states:${projectKey}` }, 3)).calls, 3);
});

const openExternalGrants = (t: Test, reads: ReadSlots = { runUnmeasured: (_key, read) => read() }): ExternalGrants => {
  const config = readConfig({ PRIVATE_DESTINATIONS: 'loopback' });
  const external = new ExternalGrants(quayside.services, config, pino({ level: 'silent' }), reads);
  t.teardown(() => external.close());
  return external;
};

test('caches until exp, and for at most an hour when it is later (AUTH063, LIM017)', async t => {
  const external = openExternalGrants(t);
  const validMs = async (exp: number): Promise<number> => {
    server.say(active({ exp }));
    return (await external.find(projectKey, newToken(), 'exp'))!.validMs;
  };
  t.equal(await validMs(inAnHour() + 1_000_000), 3_600_000);
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const before = exp * 1_000 - Date.now();
  const found = await validMs(exp);
  t.ok(found <= before && found >= exp * 1_000 - Date.now(), `${found} ms`);
});

test('asks once for concurrent requests with the same token', async t => {
  let reads = 0;
  const external = openExternalGrants(t, {
    runUnmeasured: async (_key, read) => {
      const settings = await read();
      reads++;
      return settings;
    },
  });
  server.behave(response => {
    // This waits until each request could have sent a call of its own, which must not happen.
    void waitUntil(() => reads === 20)
      .then(() => setImmediate())
      .then(() => response.end(JSON.stringify(active())));
  });
  const before = server.requests.length;
  const token = newToken();
  const found = await Promise.all(
    Array.from({ length: 20 }, (_, at) => external.find(projectKey, token, `same-${at}`)),
  );
  t.same(new Set(found.map(result => result?.grant.scope)), new Set([`view_states:${projectKey}`]));
  t.equal(server.requests.length - before, 1);
});

test('caches that a token is not active', async t => {
  server.say({ active: false, scope: null, exp: null });
  // The response is cached for two seconds.
  await waitUntil(async () => {
    const token = newToken();
    const before = server.requests.length;
    for (let time = 0; time < 5; time++) t.equal((await get(token)).status, 401);
    return server.requests.length - before === 1;
  });
});

test('does not use a late response of the previous server', async t => {
  const own = await quayside.project();
  let answer: (() => void) | undefined;
  server.behave(response => {
    answer = () => response.end(JSON.stringify(active({ scope: `view_states:${own.projectKey}` })));
  });
  await changeProject(quayside, own, {
    action: 'setExternalOAuth',
    externalOAuth: { url: server.url, authorizationHeader },
  });
  const token = newToken();
  const status = async () => (await quayside.http.as(token).send('GET', `/${own.projectKey}/states`)).status;
  const before = server.requests.length;
  const early = status();
  await waitUntil(() => server.requests.length > before);
  await changeProject(quayside, own, { action: 'setExternalOAuth' });
  t.equal(await status(), 401);
  answer?.();
  await early;
  t.equal(await status(), 401);
});

test('applies a new or removed endpoint at once, without old cached responses (ERR039, project.0b3d0)', async t => {
  const own = await quayside.project();
  const second = await startExternalServer();
  const set = (externalOAuth?: object) => changeProject(quayside, own, { action: 'setExternalOAuth', externalOAuth });
  const status = async (token: string) =>
    (await quayside.http.as(token).send('GET', `/${own.projectKey}/states`)).status;
  const scope = `view_states:${own.projectKey}`;
  const token = newToken();
  t.equal(await status(token), 401, 'no endpoint is set yet');
  server.say(active({ scope }));
  await set({ url: server.url, authorizationHeader });
  t.equal(await status(token), 200);
  second.say({ active: false });
  await set({ url: second.url, authorizationHeader });
  t.equal(await status(token), 401);
  second.say(active({ scope }));
  const another = newToken();
  t.equal(await status(another), 200);
  await set();
  t.equal(await status(another), 401);
  await second.stop();
  await set({ url: second.url, authorizationHeader });
  t.equal(await status(another), 504, 'the server was stopped');
});
