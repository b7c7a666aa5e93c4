import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pageRows } from '../../contract/pages.ts'
import { readMessages } from './messages.ts'
import { chooseTextLevels } from './text-levels.ts'

const levels = chooseTextLevels('.', [...readMessages('.', 'en').keys()])

test.each([
  ['a text of the home page', 'events.latest', 'first'],
  ['a text of the menu', 'orders.list.title', 'first'],
  ['texts that a template names', 'device.scheme.dark', 'first'],
  ['an error that any call may answer', 'error.Unexpected', 'first'],
  ['a text of the event page', 'search.find.bySelfie', 'event'],
  ['a text of a part that the event page loads later', 'photos.lightbox.share', 'event'],
  ['an error that the event page names', 'error.EventNotFound', 'event'],
  ['a text of the results of a search', 'search.wall', 'results'],
  ['a text of a part that the results load later', 'search.share', 'results'],
  ['a text of a part that names its own level', 'photos.keys.zoom', 'page'],
  ['a text of most pages', 'checkout.title', 'page'],
  ['an error of a call', 'error.PromoNotFound', 'page'],
  ['the label of a queued action', 'requests.queued.photographer', 'page'],
  ['a text of a single page', 'account.signIn', 'all'],
] as const)('%s has its level: %s', (_, id, expected) => {
  expect(levels.get(id)).toBe(expected)
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
  expect([...chooseTextLevels(root, ['heads.head', 'heads.foot'])]).toEqual([
    ['heads.head', 'first'],
    ['heads.foot', 'page'],
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
  expect([...chooseTextLevels(root, ['events.near', 'events.far'])]).toEqual([
    ['events.near', 'first'],
    ['events.far', 'page'],
  ])
})

test('a page that is not there is an error', () => {
  const root = createProject({})
  rmSync(join(root, 'src/features/events/HomePage.tsx'))
  expect(() => chooseTextLevels(root, [])).toThrow('HomePage.tsx')
})
