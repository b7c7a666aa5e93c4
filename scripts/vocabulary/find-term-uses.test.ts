import { expect, test } from 'vitest'
import { checkTermUses, findLineTerms } from '../vocabulary.ts'
import { countDocs, findTermUses, type Kind, type TermUse } from './find-term-uses.ts'
import { commentTerms, discriminants, lineTerms, nameTerms, type Term } from './terms.ts'

const findWords = (text: string, kind: Kind, path = 'src/lib/a.tsx') =>
  findTermUses({ path, text })
    .filter((use) => use.kind === kind)
    .map(({ word }) => word)

test.each(commentTerms.map((term) => [term.example, term] as const))(
  'the comment "%s" is found',
  (example, { instead }) => {
    expect(findTermUses({ path: 'src/lib/a.ts', text: `\n// ${example}` })).toContainEqual(
      expect.objectContaining({ kind: 'comments', line: 2, instead }),
    )
  },
)

const findExample = ({ example = '', exampleFile = 'a.tsx' }: Term) =>
  findTermUses({ path: `src/lib/${exampleFile}`, text: example })

test.each([...nameTerms, ...discriminants].map((term) => [term.example ?? term.exampleFile, term] as const))(
  'the name in "%s" is found',
  (_, term) => {
    expect(findExample(term)).toContainEqual(
      expect.objectContaining({ kind: 'names', instead: term.instead }),
    )
  },
)

test.each(lineTerms.map((term) => [term.example ?? '', term] as const))(
  'the line "%s" is found',
  (example, { instead }) => {
    expect(findLineTerms('docs/a.md', `\n${example}`)).toContainEqual(
      expect.objectContaining({ path: 'docs/a.md', line: 2, instead }),
    )
  },
)

test('a term counts in the name of a file', () => {
  const term = nameTerms.find(({ exampleFile }) => exampleFile)
  expect(term && findExample(term)).toEqual([
    expect.objectContaining({ kind: 'names', line: 0, word: term?.exampleFile }),
  ])
})

test('standard terms and quoted values are accepted', () => {
  const accepted = ["goto('/event/nobody')", "const search = 'hers'", 'useAnnounce(words)']
  expect(findLineTerms('src/a.ts', accepted.join('\n'))).toEqual([])
})

test('some names count only where they are called or declared', () => {
  const callOnly = nameTerms.filter(({ only }) => only === 'called').map(({ example = '' }) => example)
  const names = callOnly.map((example) => /(\w+)\(/.exec(example)?.[1])
  expect(names.length).toBeGreaterThan(3)
  expect(findWords(`const { ${names.join(', ')} } = a`, 'names')).toEqual([])
})

test('words outside of comments do not count', () => {
  const text = [
    "const a = 'whoever // somebody'",
    `const b = \`\${a} // somebody \${b /* whoever */}\``,
    'const c = /\\/\\/ somebody/',
    'const d = <p>http://somebody</p>',
  ]
  expect(findWords(text.join('\n'), 'comments')).toEqual(['whoever'])
})

test('a term is found across lines of a comment', () => {
  expect(findWords('/**\n * The page is\n * told.\n */', 'comments')).toEqual(['is told'])
  expect(findWords('const a = 1 // a cache of\n// its own', 'comments')).toEqual(['of its own'])
  expect(findWords('/** Returns it. What was found. What is left */', 'comments')).toEqual([
    'What was',
    'What is',
  ])
})

test('a use fails unless an exception names its file and word; an exception without a use fails', () => {
  const use: TermUse = { kind: 'names', path: 'src/a.ts', line: 3, word: 'bad', instead: 'good' }
  const exception = { path: 'src/a.ts', words: ['bad'], reason: 'stored on devices' }
  expect(checkTermUses([use], [])).toEqual(['src/a.ts:3 bad → good'])
  expect(checkTermUses([use], [{ ...exception, path: 'src/b.ts' }])).toHaveLength(2)
  expect(checkTermUses([use], [exception])).toEqual([])
  expect(checkTermUses([], [exception])).toEqual([
    'scripts/vocabulary/terms.json: src/a.ts no longer contains "bad"',
  ])
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
