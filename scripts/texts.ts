import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from '@formatjs/icu-messageformat-parser'
import ts from 'typescript'
import { listPlaceholders, readMessages } from './build/messages.ts'
import { findWrongValues, type PlaceholderNames } from './message-values.ts'

/** Attributes and props whose texts are visible or read aloud. */
const textPropPattern =
  /^(alt|title|placeholder|label|hint|\w+Label|aria-(label|description|valuetext|roledescription))$/

/** Cyrillic literals that are not UI texts: native language names, headers of start lists, letters to fold. */
const filesWithLiterals = new Set([
  'server/features/ingest/start-list/header-names.ts',
  'server/features/ingest/start-list/find-columns.ts',
  'server/features/ingest/start-list/find-layout.ts',
  'server/features/ingest/start-list/first-names.ts',
  'server/features/ingest/start-list/parse-time-text.ts',
  'server/features/ingest/start-list/split-full-name.ts',
  'server/features/ingest/text/alphabets.ts',
  'server/features/ingest/manifest.ts',
  'server/features/ingest/bib-from-file-name.ts',
  'contract/bib.ts',
  'contract/date-query.ts',
  'contract/language/languages.ts',
  'server/features/competitors/search-store.ts',
  'server/platform/fold-text.ts',
])

const containsWord = (text: string) => /\p{L}{2}/u.test(text)
const containsRussian = (text: string) => /\p{Script=Cyrillic}{2}/u.test(text)

/**
 * Finds UI texts in code that should be in a message catalog.
 *
 * @param path from the root of the project, with slashes
 * @returns one line for each, `path:line text`
 */
export function findTextsInCode(path: string, code: string): string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
  const findings: string[] = []
  const addFinding = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    findings.push(`${path}:${line + 1} ${text.trim()}`)
  }
  const visit = (node: ts.Node): void => {
    const text = readText(node)
    if (text !== undefined) {
      const isShown = ts.isJsxText(node) || isShownLiteral(node)
      if (isShown ? containsWord(text) : containsRussian(text) && !filesWithLiterals.has(path))
        addFinding(node, text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

function readText(node: ts.Node): string | undefined {
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isJsxText(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  return isText ? node.text : undefined
}

/** Returns whether a literal is a child of an element, or the value of an attribute that is visible or read aloud. */
function isShownLiteral(literal: ts.Node): boolean {
  let node = literal
  for (let parent = node.parent; parent; node = parent, parent = parent.parent) {
    if (ts.isJsxAttribute(parent)) return textPropPattern.test(parent.name.getText())
    if (ts.isJsxExpression(parent)) {
      if (ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent)) return true
    } else if (!isPassedThrough(parent, node)) return false
  }
  return false
}

/** Returns whether the value of a part becomes that of the whole: a branch, not a condition or an argument. */
function isPassedThrough(whole: ts.Node, part: ts.Node): boolean {
  if (ts.isConditionalExpression(whole)) return part !== whole.condition
  if (ts.isBinaryExpression(whole)) {
    return /^(\+|&&|\|\||\?\?)$/.test(whole.operatorToken.getText()) && !ts.isBinaryExpression(part)
  }
  return ts.isParenthesizedExpression(whole) || ts.isTemplateExpression(whole) || ts.isTemplateSpan(whole)
}

const isChecked = (path: string) =>
  /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path) && !/^(src\/ui\/kit|server\/cli)\//.test(path)

/** Lists the files of the page, the worker and the server. The component showcase and the command line are excluded. */
const listCheckedFiles = (root: string): string[] =>
  ['src', 'sw', 'server', 'contract']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter(isChecked)

const parsePlaceholders = (messages: Iterable<[string, string]>): PlaceholderNames =>
  new Map([...messages].map(([id, text]) => [id, listPlaceholders(parse(text))]))

/** Returns the messages that a file formats: those of the page, or on the server those of its feature. */
function createMessageFinder(root: string): (path: string) => PlaceholderNames {
  const pageMessages = parsePlaceholders(readMessages(root, 'ru'))
  return (path) => {
    for (let folder = dirname(path); folder.startsWith('server/'); folder = dirname(folder)) {
      const file = join(root, folder, 'messages.ru.json')
      if (existsSync(file))
        return parsePlaceholders(
          Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>),
        )
    }
    return path.startsWith('server/') ? new Map() : pageMessages
  }
}

/** Prints findings under a title, and makes the process fail. */
function reportFindings(title: string, findings: readonly string[]): void {
  if (findings.length === 0) return
  console.error(`${title}:\n${findings.join('\n')}`)
  process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = process.cwd()
  const files = listCheckedFiles(root).map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))
  reportFindings(
    'Texts belong into messages.*.json',
    files.flatMap(({ path, code }) => findTextsInCode(path, code)),
  )
  const findMessages = createMessageFinder(root)
  reportFindings(
    'Values that do not match the text of a message',
    files.flatMap(({ path, code }) => findWrongValues(path, code, findMessages(path))),
  )
}
