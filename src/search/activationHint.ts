/** Tells how order search of a project is activated (SEARCH010). */
export const activationHint = (projectKey: string): string =>
  `Activate order search by the update action changeOrderSearchStatus of the project, with the status 'Activated', or by quayside search activate --project ${projectKey}.`;
