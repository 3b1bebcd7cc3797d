import type { DerivedField } from './define/DerivedField.js';

/** Adds the fields that follow from other members of a resource. */
export const withDerivedFields = (
  fields: ReadonlyMap<string, DerivedField>,
  resource: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  if (fields.size === 0) return resource;
  const derived = [...fields].map(([name, { from, derive }]) => {
    const text = resource[from];
    return [name, typeof text === 'string' ? derive(text) : undefined];
  });
  return { ...resource, ...(Object.fromEntries(derived) as Record<string, unknown>) };
};
