/** Reads form bodies of the token endpoints (RFC 6749 appendix B). */
import { fail } from '../../base/errors/ApiError.js';

/** Parameters by name; an empty value counts as absent (RFC 6749 section 3.2). */
export type Form = ReadonlyMap<string, string>;

/** Parameters that may also be in the URL, where some clients of the hosted product send them; none is a secret. */
const queryNames: ReadonlySet<string> = new Set(['grant_type', 'scope', 'anonymous_id']);

/** Throws invalid_request for a parameter that is given twice. */
export const readForm = (body: Uint8Array, query = ''): Form => {
  const form = new Map<string, string>();
  const inQuery = [...new URLSearchParams(query)].filter(([name]) => queryNames.has(name));
  for (const [name, value] of [...inQuery, ...new URLSearchParams(Buffer.from(body).toString())]) {
    if (form.has(name))
      throw fail('invalid_request', {
        message: `The form parameter '${name.slice(0, 100)}' is given twice; expected once.`,
      });
    if (value !== '') form.set(name, value);
  }
  return form;
};

/** Returns the values of required parameters; throws invalid_request with the names of all missing ones. */
export const requiredParameters = <const N extends readonly string[]>(
  form: Form,
  ...names: N
): { readonly [K in keyof N]: string } => {
  const missing = names.filter(name => !form.has(name)).map(name => `'${name}'`);
  if (missing.length > 0) {
    const [noun, verb] = missing.length > 1 ? ['parameters', 'are'] : ['parameter', 'is'];
    throw fail('invalid_request', { message: `The form ${noun} ${missing.join(' and ')} ${verb} missing.` });
  }
  return names.map(name => form.get(name)) as { readonly [K in keyof N]: string };
};
