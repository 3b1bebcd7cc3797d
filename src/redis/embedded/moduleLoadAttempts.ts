import { loadArguments } from '../searchIndex/moduleArguments.js';
import { findSearchModule } from './findSearchModule.js';

/**
 * Lists what `--loadmodule` gets, one attempt after another: some versions of the module refuse the arguments, and a
 * module that is not configured may be left out.
 */
export const moduleLoadAttempts = (configured: string): readonly (readonly string[])[] => {
  const module = findSearchModule(configured);
  if (module === undefined) return [[]];
  const attempts = [[module, ...loadArguments], [module]];
  return configured === '' ? [...attempts, []] : attempts;
};
