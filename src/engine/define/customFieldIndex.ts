import type { IndexedPath } from './ResourceSchema.js';

const fieldsPath = ['custom', 'fields'];

/** The path of a custom field of a resource. */
export const customFieldPath = (name: string): string => [...fieldsPath, name].join('.');

/** Whether a path leads to the value of a custom field of the resource itself. */
export const isCustomFieldPath = (path: string): boolean => {
  const steps = path.split('.');
  return steps.length === fieldsPath.length + 1 && fieldsPath.every((step, at) => steps[at] === step);
};

/** The index of a custom field. Its values may be of any type, and are listed by their hash. */
export const customFieldIndex = (path: string): IndexedPath => ({
  path,
  steps: path.split('.'),
  holds: 'string',
  hashed: true,
});
