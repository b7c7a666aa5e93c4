import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChunkRule, groupModules } from '../../scripts/build/chunks.ts'

/** A page that loads two parts on demand. Both parts import `shared.ts`, one of them through a barrel file. */
const files = {
  'index.html': '<script type="module" src="/main.ts"></script>',
  'main.ts':
    "import { start } from './barrel.ts'\nstart(() => import('./album.ts'), () => import('./cart.ts'))",
  'barrel.ts': "export { start } from './start.ts'\nexport { share } from './shared.ts'",
  'start.ts': 'export const start = (...parts: unknown[]) => console.log("start", parts)',
  'shared.ts': 'export const share = (name: string) => console.log("shared", name)',
  'album.ts': "import { share } from './barrel.ts'\nshare('album')\nexport const name = 'album'",
  'cart.ts': "import { share } from './shared.ts'\nshare('cart')\nexport const name = 'cart'",
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'chunks-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content)
})
afterAll(() => rm(root, { recursive: true }))

/** Builds the page and returns the names of its modules by the name of their chunk. */
async function buildChunks(rules: readonly ChunkRule[]): Promise<Record<string, string[]>> {
  const treeshake = { moduleSideEffects: (id: string) => !/(barrel|start|shared)\.ts$/.test(id) }
  const config = { root, build: { rollupOptions: { treeshake } } }
  const groups = await groupModules(config, rules)
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { treeshake, output: { codeSplitting: { groups } } } },
  })
  if (!('output' in result)) throw new Error('several outputs')
  const chunks = result.output.filter((file) => file.type === 'chunk')
  return Object.fromEntries(
    chunks.map(({ name, moduleIds }) => [
      name,
      moduleIds.filter((id) => id.startsWith(root)).map((id) => id.slice(root.length + 1)),
    ]),
  )
}

test('a module belongs to the first chunk whose entries all import it', async () => {
  const chunks = await buildChunks([
    { name: 'both', neededBy: [['album.ts', 'cart.ts']] },
    { name: 'index', neededBy: [['index.html']], includesEntries: true },
  ])
  expect(chunks.both).toEqual(['shared.ts'])
  expect(chunks.index).toEqual(expect.arrayContaining(['start.ts', 'main.ts']))
  expect(chunks.album).toEqual(['album.ts'])
})

test('a chunk does not have what an entry only re-exports', async () => {
  const chunks = await buildChunks([{ name: 'index', neededBy: [['index.html']], includesEntries: true }])
  expect(chunks.index).not.toContain('shared.ts')
})

test('a chunk that certain entries load has nothing that another entry needs', async () => {
  const chunks = await buildChunks([
    { name: 'shop', neededBy: [['cart.ts']], loadedBy: ['cart.ts'], includesEntries: true },
  ])
  expect(chunks.shop).toEqual(['cart.ts'])
  expect(chunks.shared).toEqual(['shared.ts'])
  const together = await buildChunks([
    { name: 'shop', neededBy: [['cart.ts']], loadedBy: ['cart.ts', 'album.ts'], includesEntries: true },
  ])
  expect(together.shop).toEqual(expect.arrayContaining(['cart.ts', 'shared.ts']))
  expect(together.album).toEqual(['album.ts'])
})

test('an entry that the build does not have is an error', async () => {
  await expect(groupModules({ root }, [{ name: 'page', neededBy: [['renamed.ts']] }])).rejects.toThrow(
    'renamed.ts is not an entry of the build',
  )
})
