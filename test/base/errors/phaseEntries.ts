/** Expected entries of errors that a phase of a request reports together. */
import { type ExpectedEntry, literally } from '../../support/refusal.js';

export const missingId = (at: number): string => `00000000-0000-4000-8000-00000000000${at}`;

export const missing = (
  typeId: string,
  identifier: { readonly id: string } | { readonly key: string },
): ExpectedEntry => ({
  code: 'ReferencedResourceNotFound',
  typeId,
  ...identifier,
  message: literally(
    `The referenced object of type '${typeId}' with identifier '${Object.values(identifier)[0]}' was not found.`,
  ),
});

export const atAction = (actionIndex: number, entry: ExpectedEntry): ExpectedEntry => ({ ...entry, actionIndex });
export const invalidOperation = (text: string): ExpectedEntry => ({
  code: 'InvalidOperation',
  message: literally(text),
});
export const duplicate = (field: string, duplicateValue: string): ExpectedEntry => ({
  code: 'DuplicateField',
  field,
  duplicateValue,
  message: literally(`A duplicate value '${duplicateValue}' exists for field '${field}'.`),
});
