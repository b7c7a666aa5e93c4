import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Properties of a call that only the server, its documentation and the types read. */
const serverOnlyProperties: ReadonlySet<string> = new Set([
  'summary',
  'params',
  'query',
  'headers',
  'body',
  'bodyType',
  'answerHeaders',
  'revalidated',
  'ranges',
  'idempotent',
  'errors',
])

/** The part of an ESTree node that the transform reads. */
interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: readonly (Node & { key?: { name?: string } })[] }[]
}

function* listNodes(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* listNodes(each)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node
    for (const each of Object.values(value)) yield* listNodes(each)
  }
}

/**
 * Removes from the bundles of the page and the service worker the properties of `defineCall({ … })` that only the server and
 * its documentation read. Schemas of answers are unchanged; zod validates them. A bundler cannot do this: it keeps every property
 * of an object that escapes into a function call.
 */
export function callsPlugin(root: string): Plugin {
  const folder = join(root, 'contract/')
  return {
    name: 'calls',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes('defineCall(')) return undefined
      let result = code
      for (const { start, end, clientProperties } of findCalls(this.parse(code)).reverse())
        result =
          result.slice(0, start) +
          clientProperties.map((each) => code.slice(each.start, each.end)).join(', ') +
          result.slice(end)
      return { code: result, map: null }
    },
  }
}

/** Returns the properties to keep of each call, and the range of all its properties, in source order. */
function findCalls(program: unknown): { start: number; end: number; clientProperties: Node[] }[] {
  const calls: { start: number; end: number; clientProperties: Node[] }[] = []
  for (const { type, callee, arguments: callArguments } of listNodes(program)) {
    if (type !== 'CallExpression' || callee?.name !== 'defineCall') continue
    const properties = callArguments?.[0]?.properties ?? []
    const [first, last] = [properties[0], properties.at(-1)]
    if (!first || !last) continue
    const clientProperties = properties.filter(({ key }) => !key?.name || !serverOnlyProperties.has(key.name))
    calls.push({ start: first.start, end: last.end, clientProperties })
  }
  return calls.sort((a, b) => a.start - b.start)
}
