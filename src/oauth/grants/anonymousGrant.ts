import { randomUUID } from 'node:crypto';
import { allowsScope, grantedScopeNames } from '../../credentials/scopes.js';
import { fail } from '../../errors/ApiError.js';
import type { Form } from '../readForm.js';
import { sessionScope } from '../scopeLists.js';
import { type GrantHandler, requestedScope, issueTerms, toTokenResponse } from './GrantHandler.js';

/** The id is part of the token's scope, where a space would start the next word. */
const idPattern = /^[A-Za-z0-9_-]{2,256}$/;

const readAnonymousId = (form: Form): string => {
  const id = form.get('anonymous_id') ?? randomUUID();
  if (!idPattern.test(id))
    throw fail('invalid_request', {
      message: `The form parameter 'anonymous_id' is '${id.slice(0, 100)}'; expected 2 to 256 letters, digits, '_' and '-'.`,
    });
  return id;
};

/**
 * Issues a token for an anonymous session, whose id is given and unused or generated here (AUTH016 to AUTH020, AUTH028,
 * AUTH046, AUTH047).
 */
export const anonymousGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  if (!allowsScope(grantedScopeNames(client.scope, client.projectKey), ['create_anonymous_token']))
    throw fail('invalid_scope', {
      message: `The client needs the scope create_anonymous_token:${client.projectKey} for anonymous sessions.`,
    });
  const words = requestedScope(client, form);
  const anonymousId = readAnonymousId(form);
  const scope = sessionScope(words, { anonymousId });
  const terms = issueTerms(client);
  return toTokenResponse(
    await tokens.issue(client.projectKey, { clientId: client.id, scope, anonymousId }, terms),
    scope,
    terms,
    anonymousId,
  );
};
