/** The writes of the products of a product selection, in the commit of the selection. */
import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { MessageOf } from '../../../engine/define/actions.js';
import type { StoredResource } from '../../../engine/define/Base.js';
import type { BeforeCommit, BeforeCommitResult, CompanionRemoval } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadBy, loadManyStored } from '../../../engine/loadResources.js';
import type { ReferenceValue } from '../../../engine/schema/reference.js';
import { assignmentId, type ProductSelectionAssignment, type VariantChoice } from '../productSelectionAssignment.js';
import type { ProductSelection } from './members.js';
import type { Engine } from '../../../engine/Engine.js';
import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import { noChange } from '../../../engine/commit/changeSets.js';
import { commitUpdate } from '../../../engine/commit/pipeline.js';
import { removeResource } from '../../../engine/commit/removeResource.js';
import { loadRequested } from '../../../engine/loadRequested.js';
import { anyResourceMatches } from '../../../engine/query/queryResources.js';
import { readVersion } from '../../../engine/queryParameters.js';
import { ReferenceCollector, resolveReferences } from '../../../engine/references/resolveReferences.js';
import type { ResourceRequest, Response } from '../../../engine/ResourceRequest.js';

/** The change that an update action requests for one product. */
export interface AssignmentChange {
  readonly kind: 'add' | 'set' | 'remove';
  readonly product: ReferenceValue<'product'>;
  readonly variants?: VariantChoice;
}

const typeId = 'product-selection-assignment';

/** The assignment of one product, before all changes and after some of them. */
interface AssignmentState {
  readonly product: ReferenceValue<'product'>;
  readonly stored?: StoredResource;
  /** Absent if the product is not assigned. */
  current?: VariantChoice;
}

const choiceOf = ({ resource }: StoredResource): VariantChoice => {
  const { variantSelection, variantExclusion } = resource as ProductSelectionAssignment;
  return { variantSelection, variantExclusion };
};

const notAssigned = (mode: ProductSelection['mode'], product: ReferenceValue<'product'>) =>
  fail('ProductAssignmentMissing', {
    message:
      mode === 'Individual'
        ? 'A Product Variant Selection can only be set for a Product that has previously ' +
          'been added to the Product Selection.'
        : 'A Variant Exclusion can only be set for a Product that has previously been added to the Product ' +
          'Selection of type Individual Exclusion.',
    product,
  });

/** Applies one change to the assignment of its product, and returns the message about it. */
const applyChange = (
  { mode }: ProductSelection,
  state: AssignmentState,
  { kind, product, variants = {} }: AssignmentChange,
): MessageOf<ProductSelection> | undefined => {
  const old = state.current;
  const { variantSelection, variantExclusion } = variants;
  if (kind === 'remove') {
    state.current = undefined;
    return old && { type: 'ProductSelectionProductRemoved', product };
  }
  if (kind === 'add' && old !== undefined) {
    if (sameValue(old.variantSelection, variantSelection) && sameValue(old.variantExclusion, variantExclusion))
      return undefined;
    const existing = old.variantSelection ?? old.variantExclusion;
    throw fail('ProductPresentWithDifferentVariantSelection', {
      message: `Product is already present with the following different ${JSON.stringify(existing ?? 'all variants')}.`,
      product,
      existingVariantSelection: existing,
    });
  }
  state.current = variants;
  if (kind === 'add')
    return mode === 'Individual'
      ? { type: 'ProductSelectionProductAdded', product, variantSelection }
      : { type: 'ProductSelectionProductExcluded', product, variantExclusion };
  if (old === undefined) throw notAssigned(mode, product);
  if (mode === 'Individual')
    return sameValue(old.variantSelection, variantSelection)
      ? undefined
      : {
          type: 'ProductSelectionVariantSelectionChanged',
          product,
          oldVariantSelection: old.variantSelection,
          newVariantSelection: variantSelection,
        };
  return sameValue(old.variantExclusion, variantExclusion)
    ? undefined
    : {
        type: 'ProductSelectionVariantExclusionChanged',
        product,
        oldVariantExclusion: old.variantExclusion,
        newVariantExclusion: variantExclusion,
      };
};

/** The writes that turn the stored assignments into the changed ones. */
const writesOf = (
  selection: ProductSelection,
  states: readonly AssignmentState[],
): Pick<BeforeCommitResult<ProductSelection>, 'creations' | 'updates' | 'removals'> => {
  const productSelection = { typeId: 'product-selection', id: selection.id } as const;
  const creations = states.flatMap(({ product, stored, current }) =>
    stored === undefined && current !== undefined
      ? [{ typeId, id: assignmentId(selection.id, product.id), members: { product, productSelection, ...current } }]
      : [],
  );
  const updates = states.flatMap(({ stored, current }) => {
    if (stored === undefined || current === undefined) return [];
    const { variantSelection, variantExclusion } = current;
    const set = { variantSelection, variantExclusion };
    return sameValue(choiceOf(stored), set) ? [] : [{ typeId, stored, set }];
  });
  const removed = states.flatMap(({ stored, current }) =>
    stored !== undefined && current === undefined ? [stored.resource] : [],
  );
  return {
    ...(creations.length > 0 && { creations }),
    ...(updates.length > 0 && { updates }),
    ...(removed.length > 0 && { removals: [{ typeId, resources: removed, retryIfStale: true }] }),
  };
};

/** The removal of the assignments of a selection that one commit deletes. */
export const assignmentRemovals = async (
  access: ResourceAccess,
  projectKey: string,
  { id }: ProductSelection,
): Promise<CompanionRemoval[]> => {
  const resources = await loadBy(access, projectKey, typeId, 'productSelection.id', id, limits.assignmentsRemovedMax);
  return resources.length === 0 ? [] : [{ typeId, resources, retryIfStale: true }];
};

/** Writes the assignments that actions request, and counts the products. */
export const beforeCommit: BeforeCommit<ProductSelection> = async (access, input) => {
  const { projectKey, before, requestedEffects } = input;
  if (before !== undefined && requestedEffects.removeAssignments === true) {
    const removals = await assignmentRemovals(access, projectKey, before);
    const removed = removals.reduce((count, { resources }) => count + resources.length, 0);
    return { removals, set: { productCount: before.productCount - removed } };
  }
  const changes = (requestedEffects.assignments ?? []) as readonly AssignmentChange[];
  if (before === undefined || changes.length === 0) return {};
  const productIds = [...new Set(changes.map(({ product }) => product.id))];
  const ids = productIds.map(id => assignmentId(before.id, id));
  const stored = await loadManyStored(access, projectKey, typeId, ids);
  const states = new Map<string, AssignmentState>();
  for (const { product } of changes) {
    const found = stored.get(assignmentId(before.id, product.id));
    states.set(product.id, { product, stored: found, current: found && choiceOf(found) });
  }
  const messages = changes.flatMap(change => applyChange(before, states.get(change.product.id)!, change) ?? []);
  const all = [...states.values()];
  const count = (isAssigned: (state: AssignmentState) => boolean): number => all.filter(isAssigned).length;
  const productCount = before.productCount + count(({ current }) => current !== undefined) - stored.size;
  const max = limits.selectionProductsMax;
  if (productCount > max && productCount > before.productCount)
    throw fail('MaxResourceLimitExceeded', { exceededResource: typeId, max, detail: ' of one product selection' });
  return {
    ...writesOf(before, all),
    set: { productCount },
    messages,
  };
};

/**
 * Deletes a product selection with its assignments. Those that are too many for one commit are deleted first, in
 * commits of the selection itself: a request that is cut off leaves a selection with fewer products.
 */
export const removeProductSelection = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { projectKey, resourceType } = request;
  let stored = await loadRequested(engine, request);
  const { id, productCount } = stored.resource as ProductSelection;
  if (productCount <= limits.assignmentsRemovedMax) return removeResource(engine, request);
  assertExpectedVersion(stored.resource, readVersion(request.query));
  const where = `productSelections(productSelection(id=${JSON.stringify(id)}))`;
  if (await anyResourceMatches(engine, projectKey, 'store', { where }))
    throw fail('ReferenceExists', { typeId: resourceType.typeId, verb: 'delete' });
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  while ((stored.resource as ProductSelection).productCount > limits.assignmentsRemovedMax) {
    const change = { ...noChange, requestedEffects: { removeAssignments: true } };
    const document = await commitUpdate(engine, { kind: 'update', request, context, stored }, change);
    stored = { document, resource: resourceType.view(document) };
  }
  const query = new URLSearchParams(request.query);
  query.set('version', String(stored.resource.version));
  return removeResource(engine, { ...request, query });
};
