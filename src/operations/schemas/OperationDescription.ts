import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { Components, Schema } from './Components.js';

/** The operation of a route in the API description, and the declarations that it refers to. */
export interface OperationContext {
  readonly route: {
    readonly path: string;
    readonly typeId?: string;
    readonly creation?: string;
    readonly own?: boolean;
    /** The kind of the body of the request. */
    readonly body: string;
  };
  readonly components: Components;
  /** The definition of the route's resource type; absent for routes without one. */
  readonly definition?: ResourceDefinition;
  readonly resourceOf: (typeId: string) => Schema;
}

export type DescribeSchema = (context: OperationContext) => Schema;

/** An operation as the API description tells it. */
export interface OperationDescription {
  readonly summary: string | ((context: OperationContext) => string);
  readonly body?: DescribeSchema;
  readonly status: number;
  /** Another status of success, with the same answer. */
  readonly otherStatus?: number;
  /** Absent where the response has no body. */
  readonly answer?: DescribeSchema;
  /** The media type of the response, `application/json` by default. */
  readonly type?: string;
  /** Replaces the error format of a 400. */
  readonly refusal?: DescribeSchema;
  /** The query parameters; none by default. */
  readonly parameters?: (context: Pick<OperationContext, 'route' | 'definition'>) => readonly Schema[];
  /** The statuses of errors that other operations do not have. */
  readonly errors?: (route: OperationContext['route']) => readonly number[];
}
