/** Forms and answers of the authorization service (RFC 6749, RFC 7662, RFC 7009). */
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const scope: Schema = {
  type: 'string',
  description: 'Scopes with spaces between them; none asks for all that the client has.',
  example: 'view_orders:demo',
};

const form = (grant: string, members: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  required: ['grant_type', ...required],
  properties: { grant_type: { const: grant }, ...members },
});

const tokenForms: Readonly<Record<string, readonly Schema[]>> = {
  token: [
    form('client_credentials', { scope }),
    form('refresh_token', { refresh_token: text, scope }, ['refresh_token']),
  ],
  customerToken: [
    form(
      'password',
      { username: { ...text, description: 'The email.' }, password: { ...text, format: 'password' }, scope },
      ['username', 'password'],
    ),
  ],
  anonymousToken: [
    form('client_credentials', {
      scope,
      anonymous_id: { ...text, description: 'Of the session; a new one by default.' },
    }),
  ],
};

const tokenForm: Schema = { type: 'object', required: ['token'], properties: { token: text } };

/** The form of each endpoint. */
export const oauthFormSchema = (verb: string): Schema => {
  if (verb === 'introspect') return tokenForm;
  if (verb === 'revoke')
    return { ...tokenForm, properties: { token: text, token_type_hint: { enum: ['access_token', 'refresh_token'] } } };
  if (verb === 'jobBoardSignIn') return tokenForm;
  const forms = tokenForms[verb]!;
  return forms.length === 1 ? forms[0]! : { oneOf: forms };
};

/** AUTH023 to AUTH026 */
export const tokenResponseSchema = (components: Components): Schema =>
  components.component('AccessToken', 'AccessToken', () => ({
    ...closedObject(
      {
        access_token: text,
        expires_in: { type: 'integer', description: 'Seconds.' },
        scope: text,
        token_type: { const: 'Bearer' },
        refresh_token: text,
      },
      ['access_token', 'expires_in', 'scope', 'token_type'],
    ),
    example: { access_token: 'pnkbQ8Zu1Ck2hLx0', expires_in: 172_800, scope: 'view_orders:demo', token_type: 'Bearer' },
  }));

/** AUTH029 to AUTH036 */
export const introspectionSchema = (components: Components): Schema =>
  components.component('TokenIntrospection', 'TokenIntrospection', () =>
    closedObject(
      {
        active: { type: 'boolean' },
        scope: text,
        exp: { type: 'integer', description: 'Seconds since 1970.' },
        client_id: text,
      },
      ['active'],
    ),
  );
