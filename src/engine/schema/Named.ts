/** The name of a shape stands where the shape is declared; copies of the shape, such as an optional one, keep it. */
import type { TSchema } from '@sinclair/typebox';

/** The names of a shape in the descriptions of the API. */
export interface ShapeName {
  /** The component of the API description. */
  readonly component: string;
  /** The type in GraphQL; by default the component's name. */
  readonly type?: string;
  /** The input in GraphQL; by default the component's name, with `Input` unless it ends in `Draft` or `Input`. */
  readonly input?: string;
}

/** A symbol, so that neither validators nor the texts of schemas see the name. */
const shapeName = Symbol('shapeName');

/**
 * Names a shape: `Named('Parcel', Shape({ … }))`. GraphQL's names are given where they differ; there, a shape without a
 * name is called after the type and the member that hold it.
 */
export const Named = <S extends TSchema>(
  component: string,
  schema: S,
  graphql: Omit<ShapeName, 'component'> = {},
): S => ({
  ...schema,
  [shapeName]: { component, ...graphql } satisfies ShapeName,
});

export const nameOf = (schema: TSchema): ShapeName | undefined =>
  (schema as { readonly [shapeName]?: ShapeName })[shapeName];
