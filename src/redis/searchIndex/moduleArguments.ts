/**
 * What RediSearch 1.x must be loaded with for exact answers: no writes during a search (SAFEMODE), and no garbage
 * collection of what a search reads (NOGC).
 */
export const exactnessArguments = ['SAFEMODE', 'NOGC'];

/** All arguments of the module: in addition, a search that exceeds its time limit fails instead of being cut short. */
export const loadArguments = [
  ...exactnessArguments,
  'TIMEOUT',
  '10000',
  'ON_TIMEOUT',
  'FAIL',
  'MAXDOCTABLESIZE',
  '10000000',
];
