import ts from 'typescript'

/** Names of the values of a message, by its id. */
export type PlaceholderNames = ReadonlyMap<string, readonly string[]>

/** Matches functions that format a message: others only pass ids on. */
const formatterPattern = /(^|\.)(text|formatText|formatMessage|format)$/

/**
 * Finds messages whose values do not match their text: users would see the id. Checks elements with `id` and `values`, and
 * calls with an id before an object literal. An id with variable parts may be any known id of that form, so only values
 * that none of them has are found.
 *
 * @param path from the root of the project, with slashes
 * @returns one line for each, `path:line id: names`
 */
export function findWrongValues(path: string, code: string, messages: PlaceholderNames): string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
  const findings: string[] = []
  const check = (node: ts.Node, idExpression: ts.Expression, values: ts.Expression | undefined) => {
    const ids = listIds(idExpression, messages)
    const keys = values && ts.isObjectLiteralExpression(values) ? readKeys(values) : []
    const hasUnknownKeys = (values && !ts.isObjectLiteralExpression(values)) || !keys
    if (ids.length === 0 || hasUnknownKeys) return
    const names = new Set(ids.flatMap((id) => messages.get(id) ?? []))
    const unknown = keys.filter((key) => !names.has(key))
    const missing = ts.isStringLiteralLike(idExpression)
      ? [...names].filter((name) => !keys.includes(name))
      : []
    if (unknown.length + missing.length === 0) return
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    findings.push(
      `${path}:${line + 1} ${idExpression.getText(source)}: ${[...missing, ...unknown].join(', ')}`,
    )
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
      const id = readAttribute(node, 'id')
      if (id) check(node, id, readAttribute(node, 'values'))
    }
    if (ts.isCallExpression(node)) {
      for (const [index, argument] of node.arguments.entries()) {
        const values = node.arguments[index + 1]
        const isFormatted = formatterPattern.test(node.expression.getText(source))
        const hasValues = values !== undefined && ts.isObjectLiteralExpression(values)
        if (isIdExpression(argument) && (isFormatted || hasValues)) check(node, argument, values)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

/** Returns the names of the properties of an object literal; undefined if it may have others. */
function readKeys(object: ts.ObjectLiteralExpression): string[] | undefined {
  const keys: string[] = []
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined
    keys.push(property.name.getText().replaceAll(/^['"]|['"]$/g, ''))
  }
  return keys
}

function readAttribute(
  element: ts.JsxSelfClosingElement | ts.JsxOpeningElement,
  name: string,
): ts.Expression | undefined {
  for (const property of element.attributes.properties) {
    if (!ts.isJsxAttribute(property) || property.name.getText() !== name) continue
    const { initializer } = property
    if (initializer && ts.isJsxExpression(initializer)) return initializer.expression
    return initializer && ts.isStringLiteral(initializer) ? initializer : undefined
  }
  return undefined
}

const isIdExpression = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isConditionalExpression(node) && isIdExpression(node.whenTrue) && isIdExpression(node.whenFalse))

/** Returns the known ids that an expression can be. */
function listIds(expression: ts.Expression, messages: PlaceholderNames): string[] {
  if (ts.isStringLiteralLike(expression)) return messages.has(expression.text) ? [expression.text] : []
  if (ts.isConditionalExpression(expression))
    return [...listIds(expression.whenTrue, messages), ...listIds(expression.whenFalse, messages)]
  if (!ts.isTemplateExpression(expression) || !expression.head.text.includes('.')) return []
  const texts = [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)]
  const pattern = new RegExp(`^${texts.map((text) => text.replaceAll('.', String.raw`\.`)).join('[^.]+')}$`)
  return [...messages.keys()].filter((id) => pattern.test(id))
}
