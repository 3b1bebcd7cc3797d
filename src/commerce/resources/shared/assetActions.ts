/** The update actions of assets, for each kind of holder. */
import type { Static, TProperties, TSchema } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, action } from '../../../engine/define/actions.js';
import { IntegerFrom, Key, List, LocalizedString, Optional, Text } from '../../../engine/schema/primitives.js';
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

/** Where a resource type has assets. `N` are the payload members that name the holder, such as a variant. */
export interface AssetsLocation<R, N> {
  readonly names: TProperties;
  /** The word of error messages for the holder. */
  readonly holder: string;
  readonly find: (resource: R, names: N) => AssetList;
  /** The change of the resource that changes the assets of the holder. */
  readonly change: (resource: R, names: N, change: (assets: AssetList) => AssetList) => Partial<R>;
  /** The sources that `setAssetSources` takes: only some holders allow none. */
  readonly sources: TSchema;
  /** The assets of all holders. */
  readonly all: (resource: R) => AssetList;
}

const assetMembers = { assetId: Optional(Text), assetKey: Optional(Key) };

const insertAt = (assets: AssetList, position: number | undefined, added: AssetList): AssetList => {
  if (position !== undefined && position > assets.length)
    throw fail('InvalidField', {
      field: 'position',
      invalidValue: position,
      expected: `Expected a position from 0 to ${assets.length}, the number of assets before.`,
    });
  return assets.toSpliced(position ?? assets.length, 0, ...added);
};

const inOrder = (assets: AssetList, assetOrder: readonly string[]): AssetList => {
  const ids = assets.map(({ id }) => id);
  return reorder(
    assets,
    ({ id }) => id,
    assetOrder,
    () =>
      fail('InvalidInput', { message: `assetOrder must hold the id of each asset once: ${ids.join(', ') || 'none'}.` }),
  );
};

/** Makes the update actions of the assets at a location. */
export const assetActions = <R, N extends object>(location: AssetsLocation<R, N>): ActionTable<R> => {
  const { names: holderMembers, holder } = location;
  const names = { ...holderMembers, ...assetMembers };
  const findAsset = (resource: R, { assetId, assetKey, ...given }: AssetNames & N): Asset =>
    findElement(location.find(resource, given as unknown as N), { id: assetId, key: assetKey }, 'asset', holder);
  /** Changes one asset, where the holder has it; undefined removes it. */
  const replaceAsset = (
    resource: R,
    given: AssetNames & N,
    replace: (asset: Asset) => Asset | undefined,
  ): Partial<R> => {
    const { id } = findAsset(resource, given);
    return location.change(resource, given, assets =>
      assets.map(each => (each.id === id ? replace(each) : each)).filter(each => each !== undefined),
    );
  };
  /** An action that sets members of one asset. */
  const setMembers = <P extends TProperties>(payload: P) =>
    action<R, TProperties>({ ...names, ...payload }, (resource: R, given) => {
      const members = Object.fromEntries(
        Object.keys(payload).map(name => [name, (given as Record<string, unknown>)[name]]),
      );
      return { set: replaceAsset(resource, given as AssetNames & N, asset => ({ ...asset, ...members })) };
    });
  const onAsset: CustomFieldsLocation<R> = {
    resourceTypeId: 'asset',
    names,
    find: (resource, given: AssetNames & N) => ({
      custom: findAsset(resource, given).custom,
      with: custom => replaceAsset(resource, given, asset => ({ ...asset, custom })),
    }),
    all: resource => location.all(resource).map(({ custom }) => custom),
  };
  return {
    addAsset: action(
      { ...holderMembers, asset: AssetDraft, position: Optional(IntegerFrom(0, Number.MAX_SAFE_INTEGER)) },
      (resource: R, { asset, position, ...given }, context) => {
        const added = toAssets([asset], context);
        // The holder is checked first: the current data may lack it where an action changes both.
        insertAt(location.find(resource, given as unknown as N), position, added);
        return {
          set: location.change(resource, given as unknown as N, assets =>
            assets.toSpliced(position ?? assets.length, 0, ...added),
          ),
        };
      },
    ),
    removeAsset: action<R, TProperties>(names, (resource: R, given) => ({
      set: replaceAsset(resource, given as AssetNames & N, () => undefined),
    })),
    changeAssetOrder: action({ ...holderMembers, assetOrder: List(Text) }, (resource: R, { assetOrder, ...given }) => ({
      set: location.change(resource, given as unknown as N, assets => inOrder(assets, assetOrder)),
    })),
    changeAssetName: setMembers({ name: LocalizedString }),
    setAssetKey: action(
      { ...holderMembers, assetId: Text, assetKey: Optional(Key) },
      (resource: R, { assetKey: key, ...given }) => ({
        set: replaceAsset(resource, given as unknown as AssetNames & N, asset => ({ ...asset, key })),
      }),
    ),
    setAssetDescription: setMembers({ description: Optional(LocalizedString) }),
    setAssetTags: setMembers({ tags: Optional(List(Text)) }),
    setAssetSources: setMembers({ sources: location.sources }),
    ...customFieldActions('Asset', onAsset),
  };
};
