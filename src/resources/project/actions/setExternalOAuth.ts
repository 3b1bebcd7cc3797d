import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import { ExternalOAuth, maskExternalOAuth } from '../ExternalOAuth.js';
import type { Project } from '../members.js';

/**
 * Sets the external OAuth server; its header is a secret, so it is stored encrypted and shown masked (AUTH057,
 * AUTH058).
 */
export const setExternalOAuth: Action<Project> = action(
  { externalOAuth: Optional(ExternalOAuth) },
  (project: Project, { externalOAuth }) => {
    if (externalOAuth === undefined)
      return project.externalOAuth === undefined ? unchanged : { set: { externalOAuth: undefined }, hidden: null };
    return { set: { externalOAuth: maskExternalOAuth(externalOAuth) }, hidden: { externalOAuth } };
  },
);
