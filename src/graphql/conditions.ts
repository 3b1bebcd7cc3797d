/**
 * Which selections of a document are included, by the directives `@skip` and `@include`.
 *
 * graphql-jit gives wrong data for two selections of one field under different conditions, and for a fragment that is
 * used twice. So it gets documents without conditions: skipped selections are removed first, and the included ones lose
 * their directives.
 */
import {
  type ASTNode,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  visit,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

const isCondition = ({ name }: DirectiveNode): boolean =>
  name.value === GraphQLSkipDirective.name || name.value === GraphQLIncludeDirective.name;

/** The names of the variables that decide which selections are included, in the order of the document. */
export const conditionVariables = (document: DocumentNode): readonly string[] => {
  const names = new Set<string>();
  visit(document, {
    Directive: node => {
      if (!isCondition(node)) return;
      for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
};

interface WithDirectives {
  readonly directives?: readonly (DirectiveNode | ConstDirectiveNode)[];
}

const isIncluded = (node: WithDirectives, variables: Variables): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;

/** The document with what the values of the variables include, and without conditions. */
export const withoutSkipped = (document: DocumentNode, variables: Variables): DocumentNode => {
  const select = <Node extends ASTNode & WithDirectives>(node: Node): Node | null | undefined => {
    if (node.directives === undefined || node.directives.length === 0) return undefined;
    if (!isIncluded(node, variables)) return null;
    return { ...node, directives: node.directives.filter(each => !isCondition(each)) };
  };
  return visit(document, { Field: select, FragmentSpread: select, InlineFragment: select });
};
