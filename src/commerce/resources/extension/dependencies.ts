/**
 * An extension is called after those that it depends on, directly or through others, and receives the resource with
 * their changes.
 */
import type { Static } from '@sinclair/typebox';
import { limits } from '../../../base/config/limits.js';
import { errorEntry, fail } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadMany } from '../../../engine/loadResources.js';
import type { Identifier, TypedIdentifier } from '../../../engine/schema/reference.js';
import type { Dependencies, Extension } from './members.js';

type Node = Pick<Extension, 'id' | 'key' | 'triggers' | 'dependencies'>;
type Nodes = ReadonlyMap<string, Node>;

const nameOf = ({ id, key = id }: Identifier): string => String(key);

/** Returns the extensions that a draft or an action needs; a missing one has its own error code. */
export const dependencyNeeds = ({
  dependencies = [],
}: {
  readonly dependencies?: Static<typeof Dependencies>;
}): TypedIdentifier[] =>
  // An identifier with both id and key, or with neither, has another error.
  dependencies
    .filter(({ id, key }) => (id === undefined) !== (key === undefined))
    .map(({ id, key }) => ({
      typeId: 'extension',
      id,
      key,
      refusal: () => errorEntry('MissingDependency', { names: nameOf({ id, key }), reason: 'do not exist' }),
    }));

/** Returns undefined if there are no dependencies, so that the member is absent. */
export const toDependencies = (
  given: Static<typeof Dependencies> = [],
  context: Context,
): Extension['dependencies'] => {
  const byId = new Map(
    given.map(each => [context.reference('extension', each).id, context.reference('extension', each)]),
  );
  return byId.size === 0 ? undefined : [...byId.values()];
};

/** Returns the layer of each extension, counted from 1: one above those that it depends on. Ignores circles. */
export const layersOf = (nodes: Nodes): ReadonlyMap<string, number> => {
  const layers = new Map<string, number>();
  const layerOf = (id: string, above: readonly string[]): number => {
    const known = layers.get(id);
    if (known !== undefined || above.includes(id)) return known ?? 0;
    const below = (nodes.get(id)?.dependencies ?? []).map(each => layerOf(each.id, [...above, id]));
    const layer = 1 + Math.max(0, ...below);
    layers.set(id, layer);
    return layer;
  };
  for (const id of nodes.keys()) layerOf(id, []);
  return layers;
};

const circleFrom = (nodes: Nodes, path: readonly string[]): readonly string[] | undefined => {
  for (const { id } of nodes.get(path.at(-1) ?? '')?.dependencies ?? []) {
    if (id === path[0]) return [...path, id];
    const found = path.includes(id) ? undefined : circleFrom(nodes, [...path, id]);
    if (found !== undefined) return found;
  }
  return undefined;
};

const shareTrigger = ({ triggers }: Node, other: Node): boolean =>
  triggers.some(({ resourceTypeId, actions }) =>
    other.triggers.some(
      each => each.resourceTypeId === resourceTypeId && each.actions.some(action => actions.includes(action)),
    ),
  );

const namesOf = (nodes: Nodes, ids: readonly string[]): string[] => ids.map(id => nameOf(nodes.get(id) ?? { id }));

const assertApplicable = (nodes: Nodes, extension: Node): void => {
  const others = (extension.dependencies ?? []).map(({ id }) => id);
  const unrelated = others.filter(id => {
    const other = nodes.get(id);
    return other !== undefined && !shareTrigger(extension, other);
  });
  if (unrelated.length > 0)
    throw fail('MissingDependency', {
      names: namesOf(nodes, unrelated).join(', '),
      reason: `of the extension ${nameOf(extension)} are called for none of its resource types and actions`,
    });
};

/** Reads all extensions of a project, which are few. */
const loadNodes = async (access: ResourceAccess, projectKey: string): Promise<Map<string, Node>> => {
  const range = { from: 0, to: 2 * limits.extensionsMax };
  const ids = await access.store.idsInRange(projectKey, 'extension', { by: 'id' }, range);
  return new Map<string, Node>(await loadMany<Extension>(access, projectKey, 'extension', ids));
};

/** Refuses too many dependencies, too many layers, circles, and extensions that are never called together. */
export const assertDependencies: BeforeCommit<Extension> = async (access, { projectKey, changes, after }) => {
  if (!('dependencies' in changes) && !('triggers' in changes)) return {};
  const count = after.dependencies?.length ?? 0;
  if (count > limits.extensionDependenciesMax)
    throw fail('ExtensionChainTooWide', { count, max: limits.extensionDependenciesMax });
  const nodes = await loadNodes(access, projectKey);
  nodes.set(after.id, after);
  const circle = circleFrom(nodes, [after.id]);
  if (circle !== undefined) throw fail('CircularDependency', { path: namesOf(nodes, circle).join(', ') });
  const depth = Math.max(...layersOf(nodes).values());
  if (depth > limits.extensionLayersMax) throw fail('ExtensionChainTooDeep', { depth, max: limits.extensionLayersMax });
  const dependents = [...nodes.values()].filter(each => each.dependencies?.some(({ id }) => id === after.id) === true);
  for (const each of [after, ...dependents]) assertApplicable(nodes, each);
  return {};
};

/** Refuses to delete an extension that others depend on. */
export const assertNoDependents = async (
  access: ResourceAccess,
  projectKey: string,
  { id }: Extension,
): Promise<Record<string, never>> => {
  const nodes = await loadNodes(access, projectKey);
  const dependents = [...nodes.values()].filter(each => each.dependencies?.some(other => other.id === id) === true);
  if (dependents.length > 0) throw fail('ExtensionDependencyExists', { dependents: dependents.map(nameOf).join(', ') });
  return {};
};
