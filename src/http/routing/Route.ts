import type { OperationDescription } from '../../operations/schemas/OperationDescription.js';
import type { Verb } from '../../operations/verbs/Verb.js';

/** HEAD is listed only where it is more than a GET without its body. */
type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

/** An operation that the main thread executes without a worker: a row of http/request/localVerbs.ts. */
export interface LocalVerb extends Partial<OperationDescription> {
  readonly name: string;
  readonly kind: 'local';
}

export interface Route {
  readonly method: Method;
  /** The path as in the specification: `/{projectKey}/orders/order-number={orderNumber}`. */
  readonly path: string;
  /** The service whose host names the route has (API_HOSTS, AUTH_HOSTS); probes answer on any host. */
  readonly service: 'api' | 'auth' | 'probe';
  readonly verb: Verb | LocalVerb;
  /** `graphql`: JSON or a GraphQL document; `any`: of any media type, and not used. */
  readonly body: 'none' | 'json' | 'graphql' | 'form' | 'any';
  /** One of these scopes is required; `any`: any token of the project; absent: the route is public. */
  readonly scopes?: readonly string[] | 'any';
  /**
   * Scopes that show unpublished and staged data too, where the others show published data alone: then the response
   * differs from the stored bytes.
   */
  readonly unpublishedScopes?: readonly string[];
  readonly typeId?: string;
  /** The path segment of another way to create a resource, such as `import`. */
  readonly creation?: string;
  /** The field that identifies the resource, and the path parameter with its value where that has another name. */
  readonly field?: string;
  readonly parameter?: string;
  readonly storeField?: string;
  /** Query parameters of the operation beside those of its verb, with their descriptions. */
  readonly queryParameters?: Readonly<Record<string, string>>;
  /** The route that a request with a query parameter of this name stands for, whose value is its path parameter. */
  readonly byParameter?: { readonly name: string; readonly route: Route };
  /** Query parameters that the hosted API has here and this server does not (missingParameters.ts). */
  readonly missingParameters?: readonly string[];
  /** True if the route reaches only resources of the customer or visitor that the token names. */
  readonly own?: boolean;
  /** True for the administration console, whose session a cookie holds (src/operations/console). */
  readonly hasSession?: boolean;
  /**
   * The data that the worker gets beside the body: the Authorization header, or the scope of the token, with the media
   * types of body and response for `graphql`. The scope of a request with `expand` is always forwarded.
   */
  readonly forwards?: 'authorization' | 'scope' | 'graphql';
}
