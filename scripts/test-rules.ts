import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { readProject } from './project-files.ts'
import { quickAbuseTests } from './test/projects.ts'

/** Lists what the tests of `npm test` must not contain, each with what to do instead. */
export const rules = {
  'fixed wait': 'wait for an event or an expectation',
  'real timer': 'use fake timers, wait for an event, or await one turn of the event loop by setImmediate',
  'measured time': 'use fake timers or an injected clock, and count instead of measuring',
  'probed port': 'let the server listen on port 0 and read its port',
  'installed package': 'install nothing in a test',
} as const

export type Rule = keyof typeof rules

export interface Offence {
  readonly path: string
  readonly line: number
  readonly rule: Rule
  readonly code: string
}

/** Describes the accepted offences of one file. */
export interface Exception {
  readonly path: string
  readonly rule: Rule
  /** The exact number; a lower one in the file fails too. */
  readonly count: number
  readonly reason: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'tests/unit-setup.test.ts',
    rule: 'real timer',
    count: 5,
    reason: 'shows that these timers are restricted in unit tests',
  },
  {
    path: 'scripts/test-rules.test.ts',
    rule: 'installed package',
    count: 3,
    reason: 'examples of the rule',
  },
  {
    path: 'tests/support/data/figures.ts',
    rule: 'measured time',
    count: 2,
    reason: 'durations for a report, and the limit of a run by hand; no test asserts them',
  },
  {
    path: 'tests/money/killed-processes.test.ts',
    rule: 'real timer',
    count: 1,
    reason: 'kills processes at random moments; any moment has to pass',
  },
  {
    path: 'tests/money/load-test.ts',
    rule: 'real timer',
    count: 1,
    reason: 'pause between retries while a killed server restarts',
  },
  {
    path: 'server/adapters/vision/vision-processes.integration.test.ts',
    rule: 'real timer',
    count: 1,
    reason: 'closes inside native code, which reports no moment; any moment has to pass',
  },
]

/** Returns whether `npm test` runs a file, or a test that it runs may import it. */
export function isGateFile(path: string, text: string): boolean {
  if (quickAbuseTests.includes(path)) return true
  if (/^tests\/(engines|abuse)\//.test(path)) return false
  if (/^tests\/journeys\/.+\.spec\.ts$/.test(path)) return text.includes('@core')
  if (/^tests\/(journeys|money|support)\/.+\.tsx?$/.test(path)) return true
  return /^(src|sw|contract|server|scripts|tests)\/.+\.test\.tsx?$/.test(path)
}

/** Finds code in a test that depends on elapsed time or on the machine. Comments never count; strings only for packages. */
export function findOffences(path: string, text: string): Offence[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const hasFakeTimers = hasNode(source, (node) => isCallTo(node, 'useFakeTimers'))
  const instants = findInstantNames(source)
  const offences: Offence[] = []
  const visit = (node: ts.Node): void => {
    const rule = findBrokenRule(node, instants)
    if (rule && !(hasFakeTimers && (rule === 'real timer' || rule === 'measured time'))) {
      const start = node.getStart(source)
      const { line } = source.getLineAndCharacterOfPosition(start)
      const [code = ''] = text.slice(start, node.end).split('\n')
      offences.push({ path, line: line + 1, rule, code })
      // a comparison of a difference is one offence
      if (rule === 'measured time') return
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return offences
}

function findBrokenRule(node: ts.Node, instants: ReadonlySet<string>): Rule | undefined {
  if (ts.isIdentifier(node) && node.text === 'waitForTimeout') return 'fixed wait'
  if (isRealTimer(node)) return 'real timer'
  if (isTimeMeasurement(node, instants)) return 'measured time'
  if (isPortProbe(node)) return 'probed port'
  if (isLiteralText(node) && node.text.includes('apt-get')) return 'installed package'
  return undefined
}

/** Timers that wait. `setImmediate` only lets queued work finish. */
const timerPattern = /^(setTimeout|setInterval|scheduler)$/
const globalObjectPattern = /^(window|self|globalThis|global)$/

/** Returns whether a node calls, passes on or imports a timer. Methods such as Playwright's `test.setTimeout` are others. */
function isRealTimer(node: ts.Node): boolean {
  if (
    ts.isImportDeclaration(node) &&
    /^(node:)?timers(\/promises)?$/.test(getLiteralText(node.moduleSpecifier))
  ) {
    const bindings = node.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) return true
    return bindings.elements.some(({ name, propertyName }) => timerPattern.test((propertyName ?? name).text))
  }
  if (ts.isPropertyAccessExpression(node))
    return timerPattern.test(node.name.text) && globalObjectPattern.test(node.expression.getText())
  if (!ts.isIdentifier(node) || !timerPattern.test(node.text) || node.text === 'scheduler') return false
  const { parent } = node
  return ts.isCallExpression(parent) && (parent.expression === node || parent.arguments.includes(node))
}

const comparisons = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
])
const comparingMatchers = /^toBe((Less|Greater)Than(OrEqual)?|CloseTo)$/

/**
 * Returns whether a node measures time: any reading of a monotonic clock, and an instant of `Date.now()` that is compared or
 * subtracted. Instants as data are accepted: `Date.now() + 60_000`, `Date.now() - 3 * dayInMs`.
 */
function isTimeMeasurement(node: ts.Node, instants: ReadonlySet<string>): boolean {
  if (ts.isPropertyAccessExpression(node)) return /\b(performance\.now|process\.hrtime)$/.test(node.getText())
  const isInstant = (part: ts.Node) => isNow(part) || (ts.isIdentifier(part) && instants.has(part.text))
  if (ts.isBinaryExpression(node)) {
    const { left: remaining, right, operatorToken } = node
    if (comparisons.has(operatorToken.kind)) return hasNode(remaining, isInstant) || hasNode(right, isInstant)
    if (operatorToken.kind !== ts.SyntaxKind.MinusToken) return false
    return isInstant(right) || (isInstant(remaining) && !isDuration(right))
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return comparingMatchers.test(node.expression.name.text) && hasNode(node, isInstant)
}

/** Returns the variables that hold `Date.now()`. */
function findInstantNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  hasNode(source, (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && isNow(node.initializer))
      names.add(node.name.getText(source))
    return false
  })
  return names
}

function isNow(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === 'Date.now'
}

/** Returns whether an expression is a number of milliseconds: `60_000`, `dayInMs`, or a product. */
function isDuration(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isDuration(node.expression)
  if (ts.isIdentifier(node)) return node.text.endsWith('InMs')
  return (
    ts.isNumericLiteral(node) ||
    (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken)
  )
}

/**
 * Returns whether a node imports `free-port`, or is a function that listens on port 0, closes that server and passes on the port.
 * Another process may take the port before it is used.
 */
function isPortProbe(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node))
    return /(^|\/)free-port(\.ts)?$/.test(getLiteralText(node.moduleSpecifier))
  if (!ts.isFunctionLike(node)) return false
  const isListeningOnPort0 = (part: ts.Node) =>
    isCallTo(part, 'listen') &&
    ts.isNumericLiteral(part.arguments[0] ?? part) &&
    getLiteralText(part.arguments[0]) === '0'
  return (
    hasNodeWithin(node, isListeningOnPort0) &&
    hasNode(node, (part) => isCallTo(part, 'close')) &&
    hasNode(node, isPassingOnPort)
  )
}

/** Returns whether a node is `return port`, `=> port` or `resolve(port)` with a bare port. */
function isPassingOnPort(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return isPort(node.expression)
  if (ts.isCallExpression(node)) return node.expression.getText() === 'resolve' && isPort(node.arguments[0])
  return ts.isArrowFunction(node) && isPort(node.body)
}

function isPort(node: ts.Node | undefined): boolean {
  return node !== undefined && /(^|[.\]])port$/.test(node.getText())
}

function isCallTo(node: ts.Node, name: string): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  return (ts.isPropertyAccessExpression(expression) ? expression.name : expression).getText() === name
}

function isLiteralText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  )
}

function getLiteralText(node: ts.Node | undefined): string {
  return node && (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) ? node.text : ''
}

/** Returns whether a node or a part of it passes a check. */
function hasNode(node: ts.Node, check: (part: ts.Node) => boolean): boolean {
  return check(node) || ts.forEachChild(node, (part) => hasNode(part, check) || undefined) === true
}

/** Returns whether a part of a function passes a check, leaving out the functions inside of it. */
function hasNodeWithin(node: ts.Node, check: (part: ts.Node) => boolean): boolean {
  return (
    ts.forEachChild(
      node,
      (part) => check(part) || (!ts.isFunctionLike(part) && hasNodeWithin(part, check)) || undefined,
    ) === true
  )
}

/**
 * Returns a line for each offence that is no exception, and for each exception whose count differs from that of its file.
 */
export function formatReport(offences: readonly Offence[], accepted: readonly Exception[]): string[] {
  const lines: string[] = []
  let remaining = offences
  for (const { path, rule, count } of accepted) {
    const others = remaining.filter((offence) => offence.path !== path || offence.rule !== rule)
    const actual = remaining.length - others.length
    if (actual <= count) remaining = others
    if (actual < count)
      lines.push(`${path}: “${rule}” is there ${actual} times, its exception allows ${count}: lower it`)
  }
  for (const { path, line, rule, code } of remaining)
    lines.push(`${path}:${line} ${rule}: ${code} → ${rules[rule]}`)
  return lines
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = readProject((path) => /\.tsx?$/.test(path)).filter(({ path, text }) => isGateFile(path, text))
  const lines = formatReport(
    files.flatMap(({ path, text }) => findOffences(path, text)),
    exceptions,
  )
  for (const line of lines) console.error(line)
  if (lines.length > 0) process.exitCode = 1
}
