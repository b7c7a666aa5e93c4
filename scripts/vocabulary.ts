import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type ProjectFile, readProject } from './project-files.ts'
import { countByFolder, countDocs, findPlaces, type Place } from './vocabulary/count.ts'
import { describePlace, findFalls, findRises, lowerRecord, readRecord } from './vocabulary/record.ts'

/** Describes a term to avoid, with its replacement. */
export interface Term {
  /** Applied to each line, and to the path of the file. */
  readonly pattern: RegExp
  readonly instead: string
}

/** Lists names of an earlier vocabulary, each with the standard term. */
export const names: readonly Term[] = [
  { pattern: /\bGround\b/, instead: 'Services' },
  {
    pattern: /\bfirst-?[sS]creen|\b[fF]irstScreen|\w+FirstScreen/,
    instead: 'ssr, initialData, hydrationData',
  },
  { pattern: /\bEarlyDeed\b|\bearly\.ts\b/, instead: 'QueuedInteraction' },
  { pattern: /\bcreateKeep\b|\bkept-answers\b/, instead: 'createMemoize, response-cache' },
  { pattern: /\bcoatOf\b|\bCoat\b/, instead: 'documentPalette' },
  { pattern: /\bKeptSelfies?\b|\bkeepSoon\b|\bkept-selfies\b/, instead: 'StoredSelfie, storeWithTimeout' },
  { pattern: /\b\w*[a-z]Shelf\b|\bShelf\b|-shelf\b/, instead: 'Collection, TextStore' },
  { pattern: /\bnoticesOn\b/, instead: 'openChannel' },
  { pattern: /\b\w*Wish(es)?\b/, instead: '*Input, *Request, *Options' },
  { pattern: /: Doing\b|\bWhereabouts\b/, instead: 'CaptureState, SelfieStatus' },
  { pattern: /\bafresh\b|\bentry\.unkept\b/, instead: 'resetRetries, volatile' },
  {
    pattern: /\breconciled\(|\bWeighed\b|\bcopiedOn\w*/,
    instead: 'reconcileWithCache, CacheEntry, cachedAt',
  },
  { pattern: /\bwhoCalls\b|\badmit\(/, instead: 'authenticate, authorizeCart' },
  { pattern: /\bgiveToRunners\b|\btakePhoto\b|\btakeVideo\b/, instead: 'assignBibsToFaces, ingestPhoto' },
  { pattern: /\bcompleteTheme\b/, instead: 'deriveTheme' },
  { pattern: /\bFollowers\b|<Arrival\b/, instead: 'RouteEffects, RouteFocus' },
  { pattern: /<Voice\b|\buseSay\w*/, instead: 'LiveRegion, useAnnounce' },
  { pattern: /\buseAwake\b|\bfetchAhead\b/, instead: 'useWakeLock, prefetch*' },
  { pattern: /\bSlitImage\b|new Turns\b/, instead: 'ProgressiveImage, Semaphore' },
  {
    pattern: /<(Denied|Elsewhere|Nothing|AsOf)\b/,
    instead: 'RejectedPhotos, SearchFallback, NoResults, LastUpdated',
  },
  { pattern: /\blookingOnly\b|\buseSettled\b|\btidyUp\b/, instead: 'readOnlyBuying, useDebounced, vacuum' },
]

/** Words that describe scenes instead of facts about code. A quoted value such as `'nobody'` is not prose. */
export const phrases: readonly Term[] = [
  { pattern: /\b(who|whom)ever\b/i, instead: 'the caller, a signed-in user, each owner' },
  {
    pattern: /(?<![/.])\b(?!(?<=['"`])(some|no)body['"`:])(some|no)body\b/i,
    instead: 'a user, no user, no person',
  },
  { pattern: /\b(is|are|was|were) told\b/i, instead: 'is notified, is reported' },
  { pattern: /\bof (its|their|his|her) own\b(?!')/i, instead: 'its own …, a separate …' },
  { pattern: /\bhas a say\b|\bcomes? alive\b/i, instead: 'decides, hydrates' },
  { pattern: /\b(she|hers|herself)\b(?!['"`])/i, instead: 'the runner, they' },
]

/** Files with UI texts, licenses, these lists, and the page that quotes former names. */
const exempt =
  /(^|\/)messages\.(ru|en|es)\.json$|^(demo|public)\/|^LICENSE|^package-lock|^docs\/style\.md$|^scripts\/vocabulary(\/|(\.test)?\.ts$|\.json$)/

/**
 * Finds words of an earlier vocabulary in a file.
 *
 * @param path from the root of the project, with slashes
 * @returns one line for each, `path:line word → term`
 */
export function oldWordsIn(path: string, text: string): string[] {
  const terms = [...names, ...phrases]
  return [path, ...text.split('\n')].flatMap((line, index) =>
    terms.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(line)?.[0]
      return word === undefined ? [] : [`${path}:${index} ${word} → ${instead}`]
    }),
  )
}

/** Reports the terms of the two lists, and counts of other terms that differ from the record. */
function check(files: readonly ProjectFile[], places: readonly Place[]): string[] {
  const record = readRecord() ?? new Map()
  return [
    ...files.flatMap(({ path, text }) => oldWordsIn(path, text)),
    ...findRises(places, record),
    ...findFalls(places, record),
  ]
}

/** Prints the counts of each folder, or the places in one. */
function show(files: readonly ProjectFile[], places: readonly Place[], folder: string | undefined): void {
  if (folder !== undefined) {
    const here = places.filter(
      ({ path }) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`),
    )
    for (const place of here) console.log(describePlace(place))
    console.log(`${here.length} places`)
    return
  }
  const counts = countByFolder(places)
  for (const name of [...counts.keys()].sort()) {
    const { comments = 0, names = 0 } = counts.get(name) ?? {}
    console.log(
      `${name.padEnd(32)} comments ${String(comments).padStart(4)}   names ${String(names).padStart(5)}`,
    )
  }
  const docs = files.filter(({ path }) => !/^tests\/|\.test\.tsx?$/.test(path)).map(countDocs)
  const all = docs.reduce((sum, each) => sum + each.all, 0)
  const verbs = docs.reduce((sum, each) => sum + each.verbs, 0)
  const comments = places.filter(({ kind }) => kind === 'comments').length
  console.log(`\n${comments} in comments, ${places.length - comments} in names`)
  console.log(`${verbs} of ${all} doc comments of exported functions begin with a verb`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: { table: { type: 'boolean' }, record: { type: 'boolean' } },
    allowPositionals: true,
  })
  const files = readProject((path) => /\.(tsx?|cjs|css|md|jsonc?)$/.test(path) && !exempt.test(path))
  const code = files.filter(({ path }) => /^(src|sw|server|contract|scripts|tests)\/.+\.tsx?$/.test(path))
  const places = code.flatMap(findPlaces)
  const failures = values.record ? lowerRecord(places) : values.table ? [] : check(files, places)
  if (values.table && !values.record) show(code, places, positionals[0])
  for (const line of failures) console.error(line)
  if (failures.length > 0) process.exitCode = 1
}
