import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { pageRows } from '../../contract/pages.ts'
import { mirroredKeys } from '../../src/platform/storage/mirrored.ts'
import { listAlternatives } from './alternatives.ts'

/** Stored entries are chosen by a pattern. The compiler does not notice a renamed one, so each alternative has to match a key. */

/** Returns the alternatives that match none of the names. */
function findUnmatched(pattern: RegExp, names: readonly string[]): string[] {
  return listAlternatives(pattern)
    .filter((alternative) => !names.some((name) => alternative.pattern.test(name)))
    .map(({ text }) => text)
}

const sourceFiles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!\.test)\.tsx?$/.test(path),
)

test.each([...new Set(pageRows.map(({ component }) => component))])(
  'the page %s is one file',
  (component) => {
    expect(sourceFiles.filter((path) => path.endsWith(`/${component}.tsx`))).toHaveLength(1)
  },
)

/**
 * Lists the keys of `persisted({ key: … })` in a file. Variable parts of a template are replaced by `x`, unless the key is made
 * by a function of the file from a literal: `key('last')`.
 *
 * @throws Error when a key is declared in another way
 */
function findKeys(path: string, code: string): string[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const functions = new Map<string, ts.ArrowFunction>()
  const calls: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      functions.set(node.name.getText(), node.initializer)
    if (ts.isCallExpression(node) && node.expression.getText() === 'persisted') calls.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)

  const resolveKey = (node: ts.Node | undefined, values: ReadonlyMap<string, string>): string => {
    if (node && ts.isStringLiteralLike(node)) return node.text
    if (node && ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(
        ({ expression, literal }) => (values.get(expression.getText()) ?? 'x') + literal.text,
      )
      return node.head.text + parts.join('')
    }
    const keyFunction = node && ts.isCallExpression(node) && functions.get(node.expression.getText())
    if (!keyFunction)
      throw new Error(`${path}: the key ${node?.getText()} is not known before the program runs`)
    const argumentTexts = keyFunction.parameters.map(({ name }, index) => {
      const argument = node.arguments[index]
      return [name.getText(), argument && ts.isStringLiteralLike(argument) ? argument.text : 'x'] as const
    })
    return resolveKey(keyFunction.body, new Map(argumentTexts))
  }

  return calls.map((call) => {
    const [description] = call.arguments
    const key =
      description && ts.isObjectLiteralExpression(description)
        ? description.properties.find((property) => property.name?.getText() === 'key')
        : undefined
    return resolveKey(key && ts.isPropertyAssignment(key) ? key.initializer : undefined, new Map())
  })
}

test('keys are found as literals, in templates and from functions', () => {
  const code = `
    const key = (name: string) => \`search.\${eventId}.\${name}\`
    const loose = (name: string) => persisted<unknown>({ key: key(name), initial: null })
    persisted({ schema, key: 'cartId' })
    persisted({ key: \`alert.\${eventId}\` })
    persisted({ key: key('last') })`
  expect(findKeys('a.ts', code)).toEqual(['search.x.x', 'cartId', 'alert.x', 'search.x.last'])
  expect(() => findKeys('a.ts', 'persisted({ key: other })')).toThrow('a.ts: the key other')
})

test('every alternative of the mirrored entries matches a key that is written', () => {
  const keys = sourceFiles.flatMap((path) => findKeys(path, readFileSync(join('src', path), 'utf8')))
  expect(findUnmatched(mirroredKeys, keys)).toEqual([])
})

test('an alternative without a match is reported', () => {
  expect(findUnmatched(/^events\.(tab|planted)\b/, ['events.tab'])).toEqual(['planted'])
  expect(findUnmatched(/^lib\/(?!memory|planted)/, ['lib/memory', 'lib/api'])).toEqual(['planted'])
  expect(findUnmatched(/^(cartId|planted\..+)$/, ['cartId'])).toEqual(['planted\\..+'])
})
