import { randomUUID } from 'node:crypto';
import { fail } from '../../errors/ApiError.js';
import type { Form } from '../readForm.js';
import { allowsScope, grantedScopeNames } from '../../credentials/scopes.js';
import { tokenLifetimes, requestedScope, toTokenResponse, type GrantHandler } from './GrantHandler.js';

/** It stands in the scope of the token, where a space would begin the next word. */
const idPattern = /^[A-Za-z0-9_-]{2,256}$/;

const readId = (form: Form): string => {
  const id = form.get('anonymous_id') ?? randomUUID();
  if (!idPattern.test(id))
    throw fail('invalid_request', {
      message: `The form parameter 'anonymous_id' is '${id.slice(0, 100)}'; expected 2 to 256 letters, digits, '_' and '-'.`,
    });
  return id;
};

/** A token for a visitor: the anonymous id is given and unused, or made here (AUTH016 to AUTH020, AUTH028, AUTH046, AUTH047). */
export const anonymousGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  if (!allowsScope(grantedScopeNames(client.scope, client.projectKey), ['create_anonymous_token']))
    throw fail('invalid_scope', {
      message: `The client needs the scope create_anonymous_token:${client.projectKey} for anonymous sessions.`,
    });
  const words = requestedScope(client, form);
  const anonymousId = readId(form);
  const scope = `${words} anonymous_id:${anonymousId} anonymous_id=${anonymousId}`;
  const lifetimes = tokenLifetimes(client);
  return toTokenResponse(
    await tokens.issue(client.projectKey, { clientId: client.id, scope, anonymousId }, lifetimes),
    scope,
    lifetimes,
    anonymousId,
  );
};
