import { expect, test } from 'vitest'
import { countByFolder, countDocs, findPlaces, folderFor, type Kind } from './count.ts'
import { commentTerms, discriminants, nameTerms } from './terms.ts'

const wordsIn = (text: string, kind: Kind, path = 'src/lib/a.tsx') =>
  findPlaces({ path, text })
    .filter((place) => place.kind === kind)
    .map(({ word }) => word)

/** A text for each term of comments, in their order. */
const comments = [
  'Whoever calls holds the lock',
  'belongs to everybody',
  'the page is told',
  'the header stands above',
  'the key lives in a cookie',
  'a cache of its own',
  'the runner and her photos',
  'a token that is as good',
  'lets in the owner',
  'What is shown',
  'the first screen',
]

test('every term of comments is found', () => {
  expect(comments).toHaveLength(commentTerms.length)
  for (const [index, comment] of comments.entries()) {
    const { instead } = commentTerms[index] ?? {}
    expect(findPlaces({ path: 'src/lib/a.ts', text: `\n// ${comment}` })).toContainEqual(
      expect.objectContaining({ kind: 'comments', line: 2, instead }),
    )
  }
})

/** Code for each term of names, in their order. */
const names: readonly (string | { file: string })[] = [
  'const sizeOf = 1',
  'let a: TokenWish',
  'let ground = 1',
  'let a: PricedThing',
  'let shelfKey = 1',
  'facts.get(1)',
  'if (aside) a()',
  'entry.isUnkept',
  'afresh(entry)',
  'channel.tell(1)',
  'settle(a)',
  'let firstScreenNow = 1',
  'payment.held',
  'stored(1)',
  'let a: News',
  'let a: Move',
  'let a: Whereabouts',
  '<Nothing />',
  'let a: KeptEntry',
  'keep(1)',
  'revisions.read()',
  'sweep()',
  'cart.admit(1)',
  'wearers.length',
  'takePhoto()',
  'theme.usual',
  '<Followers />',
  'useSay(1)',
  'useAwake(1)',
  'new Turns()',
  'let a: Weighed',
  'inTime(1)',
  'if (lookingOnly) a()',
  'let a: EarlyDeed',
  { file: 'finding.ts' },
  'let shopWorld = 1',
]

test('every term of names is found', () => {
  expect(names).toHaveLength(nameTerms.length)
  const missed = nameTerms.filter(({ instead }, index) => {
    const name = names[index] ?? ''
    const file =
      typeof name === 'string'
        ? { path: 'src/lib/a.tsx', text: name }
        : { path: `src/lib/${name.file}`, text: '' }
    return !findPlaces(file).some((place) => place.instead === instead)
  })
  expect(missed).toEqual([])
})

test('a term counts in the name of a file', () => {
  expect(findPlaces({ path: 'server/finding.ts', text: '' })).toEqual([
    expect.objectContaining({ kind: 'names', line: 0, word: 'finding.ts' }),
  ])
})

test('discriminants count with a string, in values and types', () => {
  expect(discriminants).toHaveLength(2)
  const text =
    "type A = { is: 'open' } | { at: 'end' | 'start' }\nconst a = { is: 'open', at: 5 }\nconst b = { at: place }"
  expect(wordsIn(text, 'names')).toEqual(['is', 'at', 'is'])
})

test('some names count only where they are called or declared', () => {
  expect(
    wordsIn('const { tell, keep } = a\nb(sizeOf(enter))\ninterface A { settle(): void }', 'names'),
  ).toEqual([])
})

test('words outside of comments do not count', () => {
  const text = [
    "const a = 'whoever // somebody'",
    `const b = \`\${a} // somebody \${b /* whoever */}\``,
    'const c = /\\/\\/ somebody/',
    'const d = <aside>http://somebody</aside>',
  ]
  expect(wordsIn(text.join('\n'), 'comments')).toEqual(['whoever'])
  expect(wordsIn(text.join('\n'), 'names')).toEqual([])
})

test('a term is found across lines of a comment', () => {
  expect(wordsIn('/**\n * The page is\n * told.\n */', 'comments')).toEqual(['is told'])
  expect(wordsIn('const a = 1 // a cache of\n// its own', 'comments')).toEqual(['of its own'])
  expect(wordsIn('/** Returns it. What was found. What is left */', 'comments')).toEqual([
    'What was',
    'What is',
  ])
})

test('a folder has two levels, or three for features', () => {
  expect(folderFor('scripts/check.ts')).toBe('scripts')
  expect(folderFor('src/lib/outbox/store.ts')).toBe('src/lib')
  expect(folderFor('server/features/cart/tables.ts')).toBe('server/features/cart')
  const text = '// somebody\nlet thing = 1'
  const places = ['src/lib/a.ts', 'src/lib/b/c.ts', 'sw/d.ts'].flatMap((path) => findPlaces({ path, text }))
  expect(countByFolder(places)).toEqual(
    new Map([
      ['src/lib', { comments: 2, names: 2 }],
      ['sw', { comments: 1, names: 1 }],
    ]),
  )
})

test('doc comments of exported functions that begin with a verb are counted', () => {
  const text = `
    /** Returns a. */
    export function a() {}
    /** The b. */
    export const b = () => 1
    /** Reads c. */
    function c() {}
    /** Adds d. */
    export const d = 1
    export function e() {}`
  expect(countDocs({ path: 'src/lib/a.ts', text })).toEqual({ all: 2, verbs: 1 })
})
