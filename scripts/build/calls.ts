import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What only the server, its documentation and the types have to know of a call. */
const ofServer: ReadonlySet<string> = new Set([
  'summary',
  'params',
  'query',
  'headers',
  'body',
  'bodyType',
  'answerHeaders',
  'idempotent',
  'errors',
])

/** As much of a syntax tree (ESTree) as is looked at. */
interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: readonly (Node & { key?: { name?: string } })[] }[]
}

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node
    for (const each of Object.values(value)) yield* nodesOf(each)
  }
}

/**
 * Leaves out of the page and of the service worker what they never ask of a call: how a request is checked and described.
 */
export function callsPlugin(root: string): Plugin {
  const folder = join(root, 'contract/')
  return {
    name: 'calls',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes('defineCall(')) return undefined
      let rest = code
      for (const { start, end } of partsOfServer(this.parse(code)).reverse())
        rest = rest.slice(0, start) + rest.slice(end)
      return { code: rest, map: null }
    },
  }
}

/** From the beginning to the end of the source. */
function partsOfServer(program: unknown): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  for (const { type, callee, arguments: given } of nodesOf(program)) {
    if (type !== 'CallExpression' || callee?.name !== 'defineCall') continue
    const properties = given?.[0]?.properties ?? []
    for (const [at, { key, start, end }] of properties.entries())
      if (key?.name && ofServer.has(key.name)) parts.push({ start, end: properties[at + 1]?.start ?? end })
  }
  return parts.sort((a, b) => a.start - b.start)
}
