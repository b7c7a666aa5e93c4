import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readProject } from './project-files.ts'
import { countDocs, findTermUses, type TermUse } from './vocabulary/find-term-uses.ts'
import { type Allowed, allowed, lineTerms } from './vocabulary/terms.ts'

/** Files with UI texts, licenses, these lists, and the page that quotes former names. */
const exemptPattern =
  /(^|\/)messages\.\w+\.json$|^(demo|public)\/|^LICENSE|^package-lock|^docs\/style\.md$|^scripts\/vocabulary\//

/**
 * Finds terms to avoid in the lines of a file and in its path.
 *
 * @param path from the root of the project, with slashes
 */
export function findLineTerms(path: string, text: string): TermUse[] {
  const lines = [path, ...text.split('\n')]
  // most files contain few of the terms
  const whole = lines.join('\n')
  const terms = lineTerms.filter(({ pattern }) => pattern.test(whole))
  if (terms.length === 0) return []
  return lines.flatMap((content, line) =>
    terms.flatMap(({ pattern, instead }): TermUse[] => {
      const word = pattern.exec(content)?.[0]
      return word === undefined ? [] : [{ kind: 'lines', path, line, word, instead }]
    }),
  )
}

/** Returns the uses that no exception allows, and a line for each exception without a use. */
export function checkTermUses(uses: readonly TermUse[], exceptions: readonly Allowed[]): string[] {
  const isAllowed = ({ path, word }: TermUse) =>
    exceptions.some((exception) => exception.path === path && exception.words.includes(word))
  const unused = exceptions.flatMap(({ path, words }) =>
    words
      .filter((word) => !uses.some((use) => use.path === path && use.word === word))
      .map((word) => `scripts/vocabulary/terms.json: ${path} no longer contains "${word}"`),
  )
  return [...uses.filter((use) => !isAllowed(use)).map(describeTermUse), ...unused]
}

const describeTermUse = ({ path, line, word, instead }: TermUse) => `${path}:${line} ${word} → ${instead}`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { docs: { type: 'boolean' } } })
  const files = readProject((path) => /\.(tsx?|cjs|css|md|jsonc?)$/.test(path) && !exemptPattern.test(path))
  const code = files.filter(({ path }) => /^(src|sw|server|contract|scripts|tests)\/.+\.tsx?$/.test(path))
  const uses = [
    ...files.flatMap(({ path, text }) => findLineTerms(path, text)),
    ...code.flatMap(findTermUses),
  ]
  const failures = checkTermUses(uses, allowed)
  for (const line of failures) console.error(line)
  if (failures.length > 0) process.exitCode = 1
  if (values.docs) {
    const docs = code.filter(({ path }) => !/^tests\/|\.test\.tsx?$/.test(path)).map(countDocs)
    const [verbs, all] = [
      docs.reduce((sum, each) => sum + each.verbs, 0),
      docs.reduce((sum, each) => sum + each.all, 0),
    ]
    console.log(`${verbs} of ${all} doc comments of exported functions begin with a verb`)
  }
}
