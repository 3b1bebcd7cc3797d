/** The update actions of the images of a variant, for each kind of holder. */
import type { Static, TProperties } from '@sinclair/typebox';
import { invalidOperation, invalidField } from '../../../base/errors/ApiError.js';
import {
  type Action,
  type ActionTable,
  action,
  changeWithMessage,
  type MessageOf,
} from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { Flag, IntegerFrom, Optional, Text } from '../../../engine/schema/primitives.js';
import { Image, type Images } from '../../values/price.js';

export type ImageList = Static<typeof Images>;

/** A variant with its staged images, which actions change. */
interface VariantImages {
  readonly id: number;
  readonly images: ImageList;
}

/** A location of images in a resource type. `N` are the payload members that name the variant. */
export interface ImagesLocation<R, N> {
  readonly names: TProperties;
  readonly find: (resource: R, names: N, context: Context) => VariantImages;
  /** The change of the resource that changes the images of a variant: staged, or current too. */
  readonly change: (
    resource: R,
    variantId: number,
    staged: boolean,
    change: (images: ImageList) => ImageList,
  ) => Partial<R>;
  /** The message about an image that is added. */
  readonly added: (
    resource: R,
    image: { readonly variantId: number; readonly image: Static<typeof Image>; readonly staged: boolean },
    context: Context,
  ) => MessageOf<R>;
  /** Lists the resources that the names are resolved with. */
  readonly needs?: Action<R>['needs'];
}

/** Makes the update actions of the images at a location. */
export const imageActions = <R, N extends object>(location: ImagesLocation<R, N>): ActionTable<R> => {
  const { needs } = location;
  const names = { ...location.names, staged: Optional(Flag) };
  const named = { ...names, imageUrl: Text };
  /** An action on the images of a variant, which must have one with the URL. */
  const changeImages = <P extends TProperties>(
    payload: P,
    changeOf: (payload: { readonly imageUrl: string } & Record<string, unknown>) => (images: ImageList) => ImageList,
  ): Action<R> =>
    action<R, TProperties>(
      { ...named, ...payload },
      (resource: R, given, context) => {
        const { imageUrl, staged = true, ...rest } = given as { imageUrl: string; staged?: boolean };
        const { id, images } = location.find(resource, rest as unknown as N, context);
        if (!images.some(({ url }) => url === imageUrl))
          throw invalidOperation(`The variant ${id} has no image with the url '${imageUrl}'.`);
        return { set: location.change(resource, id, staged, changeOf(given as { imageUrl: string })) };
      },
      needs,
    );
  return {
    addExternalImage: action(
      { ...names, image: Image },
      (resource: R, given, context) => {
        const { image, staged = true, ...rest } = given as { image: Static<typeof Image>; staged?: boolean };
        const { id: variantId } = location.find(resource, rest as unknown as N, context);
        const set = location.change(resource, variantId, staged, images => [...images, image]);
        return changeWithMessage(set, location.added(resource, { variantId, image, staged }, context));
      },
      needs,
    ),
    removeImage: changeImages(
      {},
      ({ imageUrl }) =>
        images =>
          images.filter(({ url }) => url !== imageUrl),
    ),
    moveImageToPosition: changeImages({ position: IntegerFrom(0, 999) }, payload => images => {
      const { imageUrl, position } = payload as unknown as { imageUrl: string; position: number };
      if (position >= images.length)
        throw invalidField('position', position, `Expected 0 to ${images.length - 1}, the places of the images.`);
      return images
        .filter(({ url }) => url !== imageUrl)
        .toSpliced(position, 0, ...images.filter(({ url }) => url === imageUrl));
    }),
    setImageLabel: changeImages({ label: Optional(Text) }, payload => images => {
      const { imageUrl, label } = payload as { imageUrl: string; label?: string };
      return images.map(image => (image.url === imageUrl ? { ...image, label } : image));
    }),
  };
};
