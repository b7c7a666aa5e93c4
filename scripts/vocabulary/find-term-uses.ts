import ts from 'typescript'
import type { ProjectFile } from '../project-files.ts'
import { commentTerms, discriminants, type NameTerm, nameTerms } from './terms.ts'

export type Kind = 'comments' | 'names' | 'lines'

/** Locates a term in a file. */
export interface TermUse {
  readonly kind: Kind
  readonly path: string
  /** 0 for the name of the file. */
  readonly line: number
  readonly word: string
  readonly instead: string
}

/** Counts the doc comments of exported functions. */
export interface DocCounts {
  readonly all: number
  /** Those that begin with a verb in the third person. */
  readonly verbs: number
}

/** Finds the terms in the comments and names of a file. */
export function findTermUses({ path, text }: ProjectFile): TermUse[] {
  const source = parse(path, text)
  const toTermUse = (kind: Kind, { word, instead, position }: Word): TermUse => {
    const line = position === undefined ? 0 : source.getLineAndCharacterOfPosition(position).line + 1
    return { kind, path, line, word, instead }
  }
  const names = [...findWordsForName(path.split('/').at(-1) ?? ''), ...findWordsInNames(source)]
  return [
    ...findWordsInComments(source).map((word) => toTermUse('comments', word)),
    ...names.map((word) => toTermUse('names', word)),
  ]
}

/** Counts the doc comments of the exported functions of a file. */
export function countDocs({ path, text }: ProjectFile): DocCounts {
  const source = parse(path, text)
  const firstWords = source.statements.filter(isExportedFunction).flatMap((statement) => {
    const doc = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)
    const [word = ''] = (ts.getTextOfJSDocComment(doc?.comment) ?? '').split(/[\s,:]/)
    return word === '' ? [] : [word]
  })
  const verbs = firstWords.filter(
    (word) => /^[A-Z][a-z]+s$/.test(word) && !/^(This|Its|Theirs|As|Others)$/.test(word),
  )
  return { all: firstWords.length, verbs: verbs.length }
}

function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
}

interface Word {
  readonly word: string
  readonly instead: string
  /** Of its first character; absent for the name of the file. */
  readonly position?: number
}

function findWordsInComments(source: ts.SourceFile): Word[] {
  return listComments(source).flatMap(({ text, position }) =>
    commentTerms.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map((match) => ({
        word: match[0].replace(/^\W+/, '').replaceAll(/\s+/g, ' '),
        instead,
        position: position + match.index + match[0].search(/\w/),
      })),
    ),
  )
}

interface Comment {
  /** Its words; marks and line breaks are replaced by spaces, so that positions stay. */
  readonly text: string
  readonly position: number
}

/** Lists the comments of a file. Line comments on consecutive lines are one. */
function listComments(source: ts.SourceFile): Comment[] {
  const { text } = source
  const literals = listLiterals(source)
  const comments: { start: number; end: number; isLine: boolean }[] = []
  const opening = /\/[/*]/g
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index
    const literal = literals.find(({ pos, end }) => pos <= start && start < end)
    const isLine = match[0] === '//'
    const end = literal?.end ?? findCommentEnd(text, start, isLine)
    opening.lastIndex = end
    if (literal) continue
    const last = comments.at(-1)
    if (isLine && last?.isLine && /^\r?\n[ \t]*$/.test(text.slice(last.end, start))) last.end = end
    else comments.push({ start, end, isLine })
  }
  return comments.map(({ start, end }) => removeMarks(text.slice(start, end), start))
}

function findCommentEnd(text: string, start: number, isLine: boolean): number {
  const end = text.indexOf(isLine ? '\n' : '*/', start + 2)
  if (end < 0) return text.length
  return isLine ? end : end + 2
}

/** Returns the ranges of the strings, templates, regular expressions and texts of elements that contain a slash. */
function listLiterals(source: ts.SourceFile): { pos: number; end: number }[] {
  const found: { pos: number; end: number }[] = []
  const visit = (node: ts.Node): void => {
    const isLiteral =
      ts.isStringLiteralLike(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    if (isLiteral && node.getText(source).includes('/'))
      found.push({ pos: node.getStart(source), end: node.end })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Replaces the marks and line breaks of a comment by spaces. */
function removeMarks(comment: string, start: number): Comment {
  const toBlank = (mark: string) => ' '.repeat(mark.length)
  const text = comment.replace(/^\/\*+|\*\/$|^\/\//g, toBlank).replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?/g, toBlank)
  const trimmed = text.trimStart()
  return { text: trimmed, position: start + text.length - trimmed.length }
}

function findWordsInNames(source: ts.SourceFile): Word[] {
  const found: Word[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isElementName(node)) found.push(...findWordsForName(node.text, node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Terms by name: most names occur many times. */
const termsByName = new Map<string, readonly NameTerm[]>()

function listTermsOfName(name: string): readonly NameTerm[] {
  const known = termsByName.get(name)
  if (known) return known
  const terms = nameTerms.filter(({ pattern }) => pattern.test(name))
  termsByName.set(name, terms)
  return terms
}

/** @param node absent for the name of a file */
function findWordsForName(name: string, node?: ts.Identifier): Word[] {
  const terms = listTermsOfName(name).filter(
    ({ only }) => only === undefined || (node && (only === 'called' ? isCalled(node) : isDeclared(node))),
  )
  const matchingDiscriminants =
    node && isDiscriminant(node) ? discriminants.filter(({ pattern }) => pattern.test(name)) : []
  return [...terms, ...matchingDiscriminants].map(({ instead }) => ({
    word: name,
    instead,
    position: node?.getStart(),
  }))
}

/** Returns whether a name is an element of HTML, as `aside`. */
function isElementName({ parent, text }: ts.Identifier): boolean {
  return (
    /^[a-z]/.test(text) &&
    (ts.isJsxOpeningElement(parent) || ts.isJsxClosingElement(parent) || ts.isJsxSelfClosingElement(parent))
  )
}

/** Returns whether a name is that of a called function or method. */
function isCalled(node: ts.Identifier): boolean {
  const callee = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee
}

/** Returns whether a name is declared here as a function or a variable. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node
  return (ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent)) && parent.name === node
}

/** Returns whether a name is a property with a string: `is: 'open'`, also in types. */
function isDiscriminant(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return parent.name === node && ts.isStringLiteral(parent.initializer)
  if (!ts.isPropertySignature(parent) || !parent.type) return false
  const types = ts.isUnionTypeNode(parent.type) ? parent.type.types : [parent.type]
  return types.every((type) => ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal))
}

function isExportedFunction(statement: ts.Statement): boolean {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return false
  if (ts.isFunctionDeclaration(statement)) return true
  const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
  const initializer = declaration?.initializer
  return (
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
  )
}
