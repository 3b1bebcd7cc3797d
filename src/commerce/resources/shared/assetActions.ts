/** The update actions of assets, for each kind of holder. */
import type { Static, TProperties, TSchema } from '@sinclair/typebox';
import { invalidInput, invalidField } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { type Action, type ActionTable, action } from '../../../engine/define/actions.js';
import {
  IntegerFrom,
  Key,
  List,
  LocalizedString,
  Optional,
  Text,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { AssetDraft, type Assets, toAssets } from './assets.js';
import { customFieldActions, type CustomFieldsLocation } from './customFieldActions.js';
import { findElement, reorder } from './listElements.js';

export type AssetList = Static<typeof Assets>;
type Asset = AssetList[number];

/** The asset that an action identifies by its id or key, beside the members that name the holder. */
interface AssetNames {
  readonly assetId?: string;
  readonly assetKey?: string;
}

/** A location of assets in a resource type. `N` are the payload members that name the holder, such as a variant. */
export interface AssetsLocation<R, N> {
  readonly names: TProperties;
  /** The word of error messages for the holder. */
  readonly holder: string;
  readonly find: (resource: R, names: N, context: Context) => AssetList;
  /** The change of the resource that changes the assets of the holder. */
  readonly change: (resource: R, names: N, context: Context, change: (assets: AssetList) => AssetList) => Partial<R>;
  /** Lists the resources that the names are resolved with. */
  readonly needs?: Action<R>['needs'];
  /** The sources that `setAssetSources` takes: only some holders allow none. */
  readonly sources: TSchema;
  /** The assets of all holders. */
  readonly all: (resource: R) => AssetList;
}

const assetMembers = { assetId: Optional(Text), assetKey: Optional(Key) };

const insertAt = (assets: AssetList, position: number | undefined, added: AssetList): AssetList => {
  if (position !== undefined && position > assets.length)
    throw invalidField(
      'position',
      position,
      `Expected a position from 0 to ${assets.length}, the number of assets before.`,
    );
  return assets.toSpliced(position ?? assets.length, 0, ...added);
};

const inOrder = (assets: AssetList, assetOrder: readonly string[]): AssetList => {
  const ids = assets.map(({ id }) => id);
  return reorder(
    assets,
    ({ id }) => id,
    assetOrder,
    () => invalidInput(`assetOrder must hold the id of each asset once: ${ids.join(', ') || 'none'}.`),
  );
};

/** The update actions of the list as a whole. */
const listActions = <R, N extends object>(location: AssetsLocation<R, N>): ActionTable<R> => {
  const { names, needs } = location;
  return {
    addAsset: action(
      { ...names, asset: AssetDraft, position: Optional(IntegerFrom(0, Number.MAX_SAFE_INTEGER)) },
      (resource: R, { asset, position, ...given }, context) => {
        const added = toAssets([asset], context);
        // The holder is checked first: the current data may lack it where an action changes both.
        insertAt(location.find(resource, given as unknown as N, context), position, added);
        return {
          set: location.change(resource, given as unknown as N, context, assets =>
            assets.toSpliced(position ?? assets.length, 0, ...added),
          ),
        };
      },
      needs,
    ),
    changeAssetOrder: action(
      { ...names, assetOrder: List(Text) },
      (resource: R, { assetOrder, ...given }, context) => ({
        set: location.change(resource, given as unknown as N, context, assets => inOrder(assets, assetOrder)),
      }),
      needs,
    ),
  };
};

/** Makes the update actions of the assets at a location. */
export const assetActions = <R, N extends object>(location: AssetsLocation<R, N>): ActionTable<R> => {
  const { names: holderMembers, holder, needs } = location;
  const names = { ...holderMembers, ...assetMembers };
  const findAsset = (resource: R, { assetId, assetKey, ...given }: AssetNames & N, context: Context): Asset =>
    findElement(
      location.find(resource, given as unknown as N, context),
      { id: assetId, key: assetKey },
      'asset',
      holder,
    );
  /** Changes one asset, where the holder has it; undefined removes it. */
  const replaceAsset = (
    resource: R,
    given: AssetNames & N,
    context: Context,
    replace: (asset: Asset) => Asset | undefined,
  ): Partial<R> => {
    const { id } = findAsset(resource, given, context);
    return location.change(resource, given, context, assets =>
      assets.map(each => (each.id === id ? replace(each) : each)).filter(each => each !== undefined),
    );
  };
  /** An action that sets members of one asset. */
  const setMembers = <P extends TProperties>(payload: P) =>
    action<R, TProperties>(
      { ...names, ...payload },
      (resource: R, given, context) => {
        const members = Object.fromEntries(
          Object.keys(payload).map(name => [name, (given as Record<string, unknown>)[name]]),
        );
        return { set: replaceAsset(resource, given as AssetNames & N, context, asset => ({ ...asset, ...members })) };
      },
      needs,
    );
  const onAsset: CustomFieldsLocation<R> = {
    resourceTypeId: 'asset',
    names,
    needs,
    find: (resource, given: AssetNames & N, context) => ({
      custom: findAsset(resource, given, context).custom,
      with: custom => replaceAsset(resource, given, context, asset => ({ ...asset, custom })),
    }),
    all: resource => location.all(resource).map(({ custom }) => custom),
  };
  return {
    ...listActions(location),
    removeAsset: action<R, TProperties>(
      names,
      (resource: R, given, context) => ({
        set: replaceAsset(resource, given as AssetNames & N, context, () => undefined),
      }),
      needs,
    ),
    changeAssetName: setMembers({ name: LocalizedText }),
    setAssetKey: action(
      { ...holderMembers, assetId: Text, assetKey: Optional(Key) },
      (resource: R, { assetKey: key, ...given }, context) => ({
        set: replaceAsset(resource, given as unknown as AssetNames & N, context, asset => ({ ...asset, key })),
      }),
      needs,
    ),
    setAssetDescription: setMembers({ description: Optional(LocalizedString) }),
    setAssetTags: setMembers({ tags: Optional(List(Text)) }),
    setAssetSources: setMembers({ sources: location.sources }),
    ...customFieldActions('Asset', onAsset),
  };
};
