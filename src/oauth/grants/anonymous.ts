import { randomUUID } from 'node:crypto';
import { fail } from '../../errors/ApiError.js';
import type { Form } from '../form.js';
import { allows, namesOf } from '../scopes.js';
import { lifetimesOf, readScope, respond, type Grant } from './grant.js';

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
export const anonymous: Grant = async ({ tokens }, { client, form }) => {
  if (!allows(namesOf(client.scope, client.projectKey), ['create_anonymous_token']))
    throw fail('invalid_scope', {
      message: `The client needs the scope create_anonymous_token:${client.projectKey} for anonymous sessions.`,
    });
  const words = readScope(client, form);
  const anonymousId = readId(form);
  const scope = `${words} anonymous_id:${anonymousId} anonymous_id=${anonymousId}`;
  const lifetimes = lifetimesOf(client);
  return respond(
    await tokens.issue(client.projectKey, { clientId: client.id, scope, anonymousId }, lifetimes),
    scope,
    lifetimes,
    anonymousId,
  );
};
