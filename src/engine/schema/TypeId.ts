/**
 * The names that declarations may use, so that a misspelt one does not compile. The engine knows none of them:
 * commerce/resources/typeIds.ts adds its own.
 */

/** The `typeId`s of references, with those of resource types that are only referred to. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of resource types extend it.
export interface TypeIds {}

/** The holders of custom fields, as the resourceTypeIds of a Type name them. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of resource types extend it.
export interface CustomFieldHolders {}

export type TypeId = keyof TypeIds;
export type CustomFieldHolder = keyof CustomFieldHolders;
