import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { callsPlugin } from './calls.ts'

const plugin = callsPlugin('/project')

/** Runs the plugin's transform on a file of the contract. */
function transform(code: string, id = '/project/contract/events.ts'): string | undefined {
  const run = plugin.transform as unknown as (
    this: { parse: typeof parseAst },
    code: string,
    id: string,
  ) => { code: string } | undefined
  return run.call({ parse: parseAst }, code, id)?.code
}

test('a call keeps its address and the schema of its answer, and loses what only the server reads', () => {
  const code = `import * as z from 'zod/mini'
export const getEvent = defineCall({
  service: 'events', name: 'get', summary: 'Returns an event.', method: 'GET', path: '/events/:id', auth: 'none',
  params: z.object({ id: Id }), query: z.object({ body: z.string() }), status: 200,
  answer: z.object({ body: z.string(), errors: z.array(z.string()) }),
  errors: ['EventNotFound'],
})`
  const output = transform(code) ?? ''
  expect(output).toContain(
    "service: 'events', name: 'get', method: 'GET', path: '/events/:id', auth: 'none',",
  )
  expect(output).toContain('answer: z.object({ body: z.string(), errors: z.array(z.string()) }),')
  expect(output).not.toMatch(/summary|params|query|EventNotFound/)
  // the result must still parse
  expect(() => parseAst(output)).not.toThrow()
})

test('other objects and other files stay as they are', () => {
  expect(transform("export const one = { summary: 'defineCall(' }")).toBe(
    "export const one = { summary: 'defineCall(' }",
  )
  expect(transform("defineCall({ summary: 'x' })", '/project/src/lib/api.ts')).toBeUndefined()
})
