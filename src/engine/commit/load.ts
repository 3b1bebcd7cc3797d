/** The stage `load`: everything that drafts and actions read is fetched before they run. */
import type { Base } from '../define/Base.js';
import type { Context } from '../define/Context.js';
import type { Creation } from '../define/Creation.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { type ReferableResources, ReferenceCollector, resolveReferences } from '../references/resolveReferences.js';
import type { ParsedAction, ParsedDraft } from './parseBody.js';

/** Collects the resources that a creation reads although no identifier of its draft names them. */
export const collectCreationNeeds = (
  references: ReferenceCollector,
  { needs = [] }: Pick<Creation<Base>, 'needs'>,
  draft: unknown,
): void => {
  if (typeof needs === 'function') for (const need of needs(draft as never)) references.collect(need, true);
  else for (const need of needs) references.collect(need, false);
};

/** Fetches the resources that a draft refers to. */
export const loadDraftContext = async (
  access: ResourceAccess,
  projectKey: string,
  { compiled, draft }: ParsedDraft,
  referable: ReferableResources | undefined,
): Promise<Context> => {
  const references = new ReferenceCollector();
  references.collectFrom(draft, compiled.identifiers);
  collectCreationNeeds(references, compiled.creation, draft);
  return resolveReferences(access, await access.settings(projectKey), references, referable);
};

/**
 * Reads the hidden values of a resource where an action needs them. They are read after the resource, whose version the
 * commit checks: it fails if another commit has changed them since.
 */
const loadHidden = async (
  { store }: ResourceAccess,
  projectKey: string,
  typeId: string,
  { id }: Base,
  actions: readonly ParsedAction[],
): Promise<Context['hidden']> => {
  if (!actions.some(({ compiled }) => compiled.action.readsHidden)) return undefined;
  const hidden = await store.hidden(projectKey, typeId, id);
  return hidden === null ? undefined : (JSON.parse(hidden.toString()) as Context['hidden']);
};

/** Fetches the resources that update actions refer to. Actions of API extensions may refer to any resource. */
export const loadActionContext = async (
  access: ResourceAccess,
  projectKey: string,
  typeId: string,
  resource: Base,
  actions: readonly ParsedAction[],
  referable?: ReferableResources,
): Promise<Context> => {
  const references = new ReferenceCollector();
  for (const { compiled, payload, at } of actions) {
    references.collectFrom(payload, compiled.identifiers, at);
    for (const need of compiled.action.needs?.(resource, payload as never) ?? []) references.collect(need, true);
  }
  const settings = await access.settings(projectKey);
  const resolved = await resolveReferences(access, settings, references, referable);
  const hidden = await loadHidden(access, projectKey, typeId, resource, actions);
  const context = hidden === undefined ? resolved : { ...resolved, hidden };
  const further = actions.flatMap(({ compiled, payload }) =>
    compiled.action.furtherNeeds === undefined ? [] : compiled.action.furtherNeeds(payload as never, context),
  );
  if (further.length === 0) return context;
  for (const need of further) references.collect(need, true);
  return { ...(await resolveReferences(access, settings, references, referable)), hidden };
};
