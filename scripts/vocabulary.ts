import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

interface Term {
  /** Applied to each line, and to the path of the file. */
  readonly pattern: RegExp
  readonly instead: string
}

/** Names of an earlier vocabulary, each with the standard term. */
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

/** Files with UI texts, licenses, and this list. */
const exempt =
  /(^|\/)messages\.(ru|en|es)\.json$|^(demo|public)\/|^LICENSE|^package-lock|^scripts\/vocabulary(\.test)?\.ts$/

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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(tsx?|cjs|css|md|jsonc?)$/.test(path) && !exempt.test(path))
  const found = files.flatMap((path) => {
    try {
      return oldWordsIn(path, readFileSync(path, 'utf8'))
    } catch (error) {
      // deleted and not yet committed
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  })
  for (const line of found) console.error(line)
  if (found.length > 0) process.exitCode = 1
}
