import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pageRows } from '../../contract/pages.ts'
import { readMessages } from './messages.ts'
import { chooseTextChunks } from './text-levels.ts'

const chunks = chooseTextChunks('.', [...readMessages('.', 'en').keys()])

test.each([
  ['a text of the home page', 'events.latest', ''],
  ['a text of the menu', 'orders.list.title', ''],
  ['texts that a template names', 'device.scheme.dark', ''],
  ['an error that any call may answer', 'error.Unexpected', ''],
  ['a text of the event page', 'search.find.bySelfie', 'event'],
  ['a text of a part that the event page loads later', 'photos.lightbox.share', 'event'],
  ['an error that the event page names', 'error.EventNotFound', 'event'],
  ['a text of the results of a search', 'search.wall', 'results'],
  ['a text of a part that the results load later', 'search.share', 'results'],
  ['a text of a part that names its own level', 'photos.keys.zoom', 'more'],
  ['a text of most pages', 'checkout.title', 'more'],
  ['an error of a call', 'error.PromoNotFound', 'more'],
  ['the label of a queued action', 'requests.queued.photographer', 'more'],
  ['a text of a page with a separate chunk', 'account.signIn', 'rest'],
] as const)('%s is in its chunk: %s', (_, id, expected) => {
  expect(chunks.get(id)).toBe(expected)
})

const projects: string[] = []
afterAll(() => {
  for (const project of projects) rmSync(project, { recursive: true })
})

/** Writes a project with empty pages and the given files, and returns its root. */
function createProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'texts-'))
  projects.push(root)
  const pages = pageRows.map(({ component }) => [`src/features/${component}.tsx`, ''] as const)
  const empty = [
    'src/app/main.tsx',
    'src/app/shell/Menu.tsx',
    'src/app/Messages.tsx',
    'src/app/device/LiveRegion.tsx',
    'src/features/events/HomePage.tsx',
    'src/features/events/ResumeOrder.tsx',
    'src/features/event-page/EventPage.tsx',
    'src/features/search/ResultsPage.tsx',
  ].map((path) => [path, ''] as const)
  const others = pages.filter(
    ([path]) => !empty.some(([name]) => name.endsWith(path.slice('src/features'.length))),
  )
  for (const [path, code] of Object.entries({ ...Object.fromEntries([...others, ...empty]), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), code)
  }
  return root
}

test('an index is replaced by the files of the imported names', () => {
  const root = createProject({
    'src/features/events/HomePage.tsx': "import { Head } from '../heads/index.ts'\n",
    'src/features/heads/index.ts': "export { Head } from './Head.tsx'\nexport { Foot } from './Foot.tsx'\n",
    'src/features/heads/Head.tsx': "export const Head = () => text('heads.head')\n",
    'src/features/heads/Foot.tsx': "export const Foot = () => text('heads.foot')\n",
  })
  expect([...chooseTextChunks(root, ['heads.head', 'heads.foot'])]).toEqual([
    ['heads.head', ''],
    ['heads.foot', 'more'],
  ])
})

test('a part that loads its own texts does not bring them to its page', () => {
  const root = createProject({
    'src/features/events/HomePage.tsx': `
const Near = lazyPart(() => import('./Near.tsx').then((it) => it.Near))
const Far = lazyPart(() => import('./Far.tsx').then((it) => it.Far), undefined, 'page')
`,
    'src/features/events/Near.tsx': "text('events.near')",
    'src/features/events/Far.tsx': "text('events.far')",
  })
  expect([...chooseTextChunks(root, ['events.near', 'events.far'])]).toEqual([
    ['events.near', ''],
    ['events.far', 'more'],
  ])
})

test('a page that is not there is an error', () => {
  const root = createProject({})
  rmSync(join(root, 'src/features/events/HomePage.tsx'))
  expect(() => chooseTextChunks(root, [])).toThrow('HomePage.tsx')
})
