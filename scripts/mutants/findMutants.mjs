/**
 * Finds the places of a source file where a small change alters what it does: the border of a comparison, a condition
 * that is negated, a statement or an element that is removed. Each change is a mutant, which tests ought to notice.
 */
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/** The operator that takes the place of another one. */
const operators = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.AmpersandAmpersandToken, '||'],
  [Kind.BarBarToken, '&&'],
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
  [Kind.AsteriskToken, '/'],
]);
const borders = new Set(['<', '<=', '>', '>=']);

const isText = node => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** Calls whose results are only looked at by people: no test is expected to notice them. */
const isReport = node => /^(?:await |void )?(?:\w+\.)*(?:log|logger|console|performance)\b/.test(node.getText());

const kindOf = operator => {
  if (borders.has(operator)) return 'border';
  return operator === '===' || operator === '!==' ? 'equality' : 'operator';
};

const changedOperator = node => {
  const { operatorToken, left, right } = node;
  const operator = operators.get(operatorToken.kind);
  if (operator === undefined || (operatorToken.kind === Kind.PlusToken && (isText(left) || isText(right)))) return [];
  return [{ kind: kindOf(operator), node: operatorToken, text: operator }];
};

const negated = condition => ({ kind: 'condition', node: condition, text: `!(${condition.getText()})` });

const leaves = statement =>
  ts.isBlock(statement)
    ? statement.statements.length === 1 && leaves(statement.statements[0])
    : ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement);

const changedIf = node => [
  negated(node.expression),
  ...(leaves(node.thenStatement) && node.elseStatement === undefined ? [{ kind: 'guard', node, text: ';' }] : []),
];

const removedStatement = node => {
  const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const hasEffect = ts.isCallExpression(called) || (ts.isBinaryExpression(called) && !isReport(called));
  return hasEffect && !isReport(called) ? [{ kind: 'statement', node, text: ';' }] : [];
};

/** Removes an element with the comma behind it. */
const removedElements = (node, elements) =>
  elements.length < 2
    ? []
    : elements.map(each => {
        const rest = node.getSourceFile().text.slice(each.end);
        const comma = /^\s*,/.exec(rest)?.[0].length ?? 0;
        return { kind: 'element', node: each, end: each.end + comma, text: '' };
      });

/** Calls of lists that pass on the same type, so that the list itself can take the place of the result. */
const listCalls = new Set(['filter', 'sort', 'reverse', 'slice', 'toSorted']);

const removedCall = node =>
  ts.isPropertyAccessExpression(node.expression) && listCalls.has(node.expression.name.text)
    ? [{ kind: 'call', node, text: node.expression.expression.getText() }]
    : [];

const givesValue = node =>
  (ts.isReturnStatement(node) && node.expression !== undefined) ||
  (!ts.isFunctionLike(node) && ts.forEachChild(node, givesValue) === true);

/** A function that gives a value does not compile without it. */
const earlyReturn = ({ body }) =>
  body !== undefined && ts.isBlock(body) && body.statements.length > 1 && !givesValue(body)
    ? [{ kind: 'return', node: body.statements[0], text: `return; ${body.statements[0].getText()}` }]
    : [];

const changesAt = node => {
  if (ts.isBinaryExpression(node)) return changedOperator(node);
  if (ts.isIfStatement(node)) return changedIf(node);
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  if (ts.isExpressionStatement(node)) return removedStatement(node);
  if (ts.isNumericLiteral(node)) return [{ kind: 'constant', node, text: `(${node.text} + 1)` }];
  if (node.kind === Kind.TrueKeyword) return [{ kind: 'constant', node, text: 'false' }];
  if (node.kind === Kind.FalseKeyword) return [{ kind: 'constant', node, text: 'true' }];
  if (ts.isArrayLiteralExpression(node)) return removedElements(node, node.elements);
  if (ts.isObjectLiteralExpression(node)) return removedElements(node, node.properties);
  if (ts.isCallExpression(node)) return removedCall(node);
  return ts.isFunctionLike(node) ? earlyReturn(node) : [];
};

/** Types, imports and texts of descriptions have no behaviour. */
const isSkipped = node => ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node);

/** Lists the mutants of a source text: where the change stands, what it replaces and by what. */
export const findMutants = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = node => {
    if (isSkipped(node)) return;
    for (const { kind, node: place, end = place.end, text: replacement } of changesAt(node)) {
      const start = place.getStart();
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ file, line, kind, start, end, original: text.slice(start, end), replacement });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Returns the source text with the change of a mutant. */
export const applyMutant = (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end);

const shortMax = 60;
const short = text => {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= shortMax ? line : `${line.slice(0, shortMax - 1)}…`;
};

/** Describes a change in one line, such as `border: < becomes <=`. */
export const describeMutant = ({ kind, original, replacement }) => {
  if (kind === 'return') return 'return: the function returns at its beginning';
  if (replacement === '' || replacement === ';') return `${kind}: ${short(original)} is removed`;
  return `${kind}: ${short(original)} becomes ${short(replacement)}`;
};
