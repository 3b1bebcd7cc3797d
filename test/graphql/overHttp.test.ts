/** The endpoint against the audits of GraphQL over HTTP (graphql-http). */
import { serverAudits } from 'graphql-http';
import { test } from 'tap';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const { projectKey, ...client } = await quayside.project();
const authorization = `Bearer ${await quayside.token({ projectKey, ...client })}`;

const audits = serverAudits({
  url: `${quayside.address}/${projectKey}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } }),
});

/** Audits with the level SHOULD or MAY that the endpoint fails on purpose (docs/decisions/libraries.md). */
const knownFailures = new Set<string>(JSON.parse(process.env.AUDIT_KNOWN ?? '[]') as string[]);

for (const { id, name, fn } of audits)
  test(`passes the audit of GraphQL over HTTP ${id}: ${name}`, async t => {
    const result = await fn();
    if (name.startsWith('MUST')) t.equal(result.status, 'ok', result.status === 'ok' ? name : result.reason);
    else t.equal(result.status === 'ok', !knownFailures.has(id), `${id} is ${result.status}`);
  });
