import type { CustomerToken } from '../customerToken/members.js';

/** The effects beside the members that update actions and commands request of `beforeCommit`. */
export interface CustomerEffects {
  /** The new password; an object without `password` removes the stored one. */
  readonly newPassword?: { readonly password?: string };
  /** The token that authorizes the change; it works once, so the commit removes it. */
  readonly token?: CustomerToken;
}
