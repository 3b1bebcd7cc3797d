import { allowsScope } from '../../base/credentials/scopes.js';
import { fail } from '../../base/errors/ApiError.js';
import type { Base } from '../define/Base.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import type { ParsedAction } from './parseBody.js';

const noScopes: ReadonlySet<string> = new Set();

const assertScope = (
  { projectKey, scopes = noScopes }: ResourceRequest,
  needed: readonly string[],
  subject: string,
): void => {
  if (allowsScope(scopes, needed)) return;
  const wanted = needed.map(name => `${name}:${projectKey}`).join(', ');
  throw fail('insufficient_scope', { message: `Insufficient scope. ${subject}: one of these is needed: ${wanted}.` });
};

/** Requires the scopes of a locked resource and of update actions, which the route does not know. */
export const assertUpdateScopes = (
  request: ResourceRequest,
  resource: Base,
  actions: readonly ParsedAction[],
): void => {
  const { typeId, definition } = request.resourceType;
  const { lock } = definition.scopes;
  if (lock !== undefined && (resource as Base & Readonly<Record<string, unknown>>)[lock.field] !== undefined)
    assertScope(request, lock.scopes, `The ${typeId} is locked`);
  for (const { compiled, at } of actions)
    if (compiled.action.scopes !== undefined)
      assertScope(request, compiled.action.scopes, `The update action at ${at}`);
};
