/**
 * Lists of scopes that tokens share. A token names its list by a hash, and Redis keeps the text of each list once for a
 * client; the words that name the customer or the anonymous session are not part of it.
 */
import { scopeWords } from '../../base/credentials/scopes.js';
import { hashSecret } from '../../base/credentials/secrets.js';
import { keys } from '../../store/keys.js';

type Identity = Pick<Session, 'anonymousId' | 'customerId'>;

/** The scope of a session in wire form: its list, and the words that name its customer or its anonymous id. */
export const sessionScope = (list: string, identity: Identity): string =>
  [...scopeWords(list), ...identityWords(identity)].join(' ');

/** A list of scopes as the plan of `issueToken` has it. */
export interface ScopeListPlan {
  readonly key: string;
  readonly member: string;
  readonly text: string;
  readonly validityMs: number;
  readonly isOwn: boolean;
}

/** `ownScope` is the scope of the client itself. */
export const planScopeList = (
  projectKey: string,
  session: Session,
  ownScope: string | undefined,
  validitySeconds: number,
): ScopeListPlan => {
  const text = sharedList(session);
  const member = hashSecret(text);
  return {
    key: keys.scopeList(projectKey, session.clientId, member),
    member,
    text,
    validityMs: validitySeconds * 1000,
    isOwn: ownScope !== undefined && text === scopeWords(ownScope).join(' '),
  };
};

const identityWords = ({ anonymousId, customerId }: Identity): string[] => [
  ...(customerId === undefined ? [] : [`customer_id:${customerId}`, `customer:${customerId}`]),
  ...(anonymousId === undefined ? [] : [`anonymous_id:${anonymousId}`, `anonymous_id=${anonymousId}`]),
];

/** The part of a session's scope that it may share with other sessions. */
const sharedList = (session: Session): string => {
  const own = new Set(identityWords(session));
  return scopeWords(session.scope)
    .filter(word => !own.has(word))
    .join(' ');
};

/** An account, as its tokens name it. */
export interface TokenAccount {
  readonly id: string;
  readonly email: string;
}

/** The client and the customer or anonymous session that a token is issued to. */
export interface Session {
  readonly clientId: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
  /** The account of the administration console that the token was issued to instead of an API client. */
  readonly account?: TokenAccount;
  /** True if the audit log records the changes of the client; absent where it does not. */
  readonly isAudited?: boolean;
}
