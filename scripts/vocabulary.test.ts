import { expect, test } from 'vitest'
import { names, oldWordsIn, phrases } from './vocabulary.ts'

/** One line for each term of the two lists, in their order. */
const lines = [
  'function start(ground: Ground) {}',
  'export const firstScreen = 1',
  'let deed: EarlyDeed',
  'const keep = createKeep(revisions)',
  'const { accent } = coatOf(context)',
  'const selfies: KeptSelfie[] = []',
  'const store = makeShelf(options)',
  'const channel = noticesOn(name)',
  'interface TokenWish {}',
  'let doing: Doing',
  'return afresh(entry, now)',
  'const ledger = reconciled(entries, cache)',
  'const caller = await whoCalls(context)',
  'return giveToRunners(bibs, faces)',
  'const theme = completeTheme(tokens)',
  'return <Followers />',
  'useSay(words)',
  'useAwake(true)',
  'return <SlitImage />',
  'return <Nothing event={event} />',
  'const buying = lookingOnly',
  '// Whoever calls holds the lock',
  "test('asks nobody', run)",
  '// the caller is told of it',
  '// has a cache of its own',
  '// no clock has a say in it',
  "test('shows her what she bought', run)",
]

test('finds every term of the earlier vocabulary', () => {
  const terms = [...names, ...phrases]
  expect(lines).toHaveLength(terms.length)
  const missed = terms.filter(({ pattern }, index) => !pattern.test(lines[index] ?? ''))
  expect(missed).toEqual([])
  for (const line of lines)
    expect(oldWordsIn('src/a.ts', `\n${line}`)).toContainEqual(expect.stringMatching(/^src\/a\.ts:2 /))
})

test('finds a term in the name of a file', () => {
  expect(oldWordsIn('src/lib/first-screen.ts', '')).toEqual([
    expect.stringContaining('src/lib/first-screen.ts:0 '),
  ])
})

test('accepts standard terms and quoted values', () => {
  const accepted = [
    "goto('/event/nobody')",
    "const search = 'hers'",
    'the background (a dark ground)',
    'useAnnounce(words)',
  ]
  expect(oldWordsIn('src/a.ts', accepted.join('\n'))).toEqual([])
})
