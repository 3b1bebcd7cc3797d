/** Tokens of the customers and anonymous visitors that own the resources of the random walk. */
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { anonymousToken, customerToken } from '../support/oauth.js';
import type { Quayside } from '../support/quayside.js';
import { walkPassword } from './WalkValues.js';
import type { WalkResource } from './WalkWorld.js';

type Post = (path: string, body: object) => Promise<{ readonly status: number; readonly json: unknown }>;

export class Visitors {
  readonly #tokens = new Map<string, string>();

  constructor(
    private readonly quayside: Quayside,
    private readonly credentials: ClientCredentials,
    private readonly post: Post,
  ) {}

  /** Drops the tokens after a response that may have revoked some. */
  forget(): void {
    this.#tokens.clear();
  }

  /** The token of an anonymous session. */
  async anonymous(anonymousId?: string): Promise<string | undefined> {
    const { quayside, credentials } = this;
    const scope = `manage_project:${credentials.projectKey}`;
    return this.#keep(`anonymous ${anonymousId ?? ''}`, () =>
      anonymousToken(quayside, credentials, scope, anonymousId),
    );
  }

  /** The token of a customer, who gets the password of the walk; undefined for one who cannot sign in. */
  async customer({ id, email, stores }: WalkResource): Promise<string | undefined> {
    const { quayside, credentials } = this;
    const [store] = (stores ?? []) as readonly { readonly key: string }[];
    const at = store === undefined ? '' : `in-store/key=${store.key}/`;
    return this.#keep(id, async () => {
      const { json } = await this.post(`${at}customers/password-token`, { email });
      const { value: tokenValue } = json as { readonly value?: string };
      await this.post(`${at}customers/password/reset`, { tokenValue, newPassword: walkPassword });
      const login = { email: String(email), password: walkPassword };
      return customerToken(quayside, credentials, login, { storeKey: store?.key });
    });
  }

  async #keep(name: string, issue: () => Promise<string>): Promise<string | undefined> {
    const known = this.#tokens.get(name);
    if (known !== undefined) return known;
    try {
      const token = await issue();
      this.#tokens.set(name, token);
      return token;
    } catch {
      // A customer without a password of their own has no token.
      return undefined;
    }
  }
}
