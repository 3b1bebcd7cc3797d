/** Saves the edits of a product, and keeps refused edits with the reason at the cell. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/ApiError';
import { errorText } from '../api/errorText';
import { sendToProject } from '../api/project';
import type { UpdateAction } from '../changes/useChange';
import { cellParts } from '../grid/cellId';
import type { EditHistory } from '../grid/useEdits';
import { useProjectKey } from '../session/useProjectKey';
import type { ProductState, Setup } from './cells';
import { marketRow } from './marketEdits';
import { isGone, type Plan, planChanges } from './plan';
import type { PlannedAction, PlannedRequest } from './planSku';
import type { Product } from './Product';
import { useReload } from '../resources/useResource';

type Errors = ReadonlyMap<string, string>;

interface Outcome {
  readonly errors: Errors;
  /** A refusal without a cell. */
  readonly failure?: unknown;
  /** The product before another person changed it. */
  readonly shown?: Product;
  readonly newest?: Product;
  readonly isSaved: boolean;
}

const none: Outcome = { errors: new Map(), isSaved: false };

export interface ProductSave extends Outcome {
  readonly isSaving: boolean;
  readonly save: (publishes: boolean) => void;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 409;

/** Returns the errors of refused actions by their cells; the whole error if it belongs to no action. */
const actionErrors = (error: unknown, actions: readonly PlannedAction[]): Partial<Outcome> => {
  const errors = new Map<string, string>();
  for (const { actionIndex, message } of error instanceof ApiError ? error.errors : [])
    for (const cell of actions[actionIndex ?? -1]?.cells ?? []) errors.set(cell, message);
  return errors.size > 0 ? { errors } : { failure: error };
};

export const useProductSave = (
  loaded: { readonly state: ProductState; readonly setup: Setup } | undefined,
  edits: EditHistory,
  reloadStock: () => Promise<unknown>,
  onSaved?: () => void,
): ProductSave => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const reload = useReload();
  const [outcome, setOutcome] = useState<Outcome>(none);
  const [isSaving, setIsSaving] = useState(false);
  const forget = (cells: readonly string[]): void => {
    const saved = new Set(cells);
    edits.forget(cell => saved.has(cell));
  };
  const saveProduct = async (product: Product, planned: Plan['actions'], publishes: boolean): Promise<Outcome> => {
    const path = `/products/${product.id}`;
    const publish: readonly UpdateAction[] = publishes ? [{ action: 'publish' }] : [];
    const actions = [...planned.map(({ action }) => action), ...publish];
    if (actions.length === 0) return none;
    try {
      await sendToProject(projectKey, path, { method: 'POST', body: { version: product.version, actions } });
    } catch (error) {
      if (!isConflict(error)) return { ...none, ...actionErrors(error, planned) };
      return { ...none, shown: product, newest: await sendToProject<Product>(projectKey, path) };
    }
    await reload('products');
    forget(planned.flatMap(({ cells }) => cells));
    return none;
  };
  const saveOther = async (errors: Map<string, string>, { cells, path, ...request }: PlannedRequest): Promise<void> => {
    try {
      await sendToProject(projectKey, path, request);
      forget(cells);
    } catch (error) {
      const text = isConflict(error) ? t('grid.errors.changedMeanwhile') : errorText(error, t);
      for (const cell of cells) errors.set(cell, text);
    }
  };
  const saveAll = async (state: ProductState, plan: Plan, publishes: boolean): Promise<Outcome> => {
    if (plan.errors.size > 0) return { ...none, errors: plan.errors };
    const ofProduct = await saveProduct(state.product, plan.actions, publishes);
    if (ofProduct !== none) {
      await reload('products');
      return ofProduct;
    }
    const errors = new Map<string, string>();
    // Edits of variants or prices that no longer exist are discarded.
    edits.forget(cell => cellParts(cell)[0] === marketRow || isGone(state, cellParts(cell)[0]));
    for (const request of plan.requests) await saveOther(errors, request);
    if (plan.requests.length > 0) await reloadStock();
    await reload('products');
    return { errors, isSaved: errors.size === 0 };
  };
  const save = async (publishes: boolean): Promise<void> => {
    if (loaded === undefined || isSaving) return;
    setIsSaving(true);
    const plan = planChanges(loaded.state, loaded.setup, edits, t);
    const next = await saveAll(loaded.state, plan, publishes).catch(
      (failure: unknown): Outcome => ({ ...none, failure }),
    );
    setIsSaving(false);
    setOutcome(next);
    if (next.isSaved) onSaved?.();
  };
  return { ...outcome, isSaving, save: publishes => void save(publishes) };
};
