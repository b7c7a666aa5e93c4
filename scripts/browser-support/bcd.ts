import { createRequire } from 'node:module'
import type { CompatData, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import browserslist from 'browserslist'

// a JSON module: Node.js 20 prints a warning on import
const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** Names of browsers in browserslist and in MDN's data. */
const bcdNames = {
  safari: 'safari',
  ios_saf: 'safari_ios',
  firefox: 'firefox',
  chrome: 'chrome',
  edge: 'edge',
  samsung: 'samsunginternet_android',
} as const
type Browser = (typeof bcdNames)[keyof typeof bcdNames]

const engines: readonly (readonly [Browser])[] = [
  ['safari'],
  ['safari_ios'],
  ['firefox'],
  ['chrome'],
  ['edge'],
]

/** Returns the oldest supported version of each browser, by `browserslist` in package.json. */
export function findOldestBrowsers(): ReadonlyMap<Browser, string> {
  const oldest = new Map<Browser, string>()
  for (const entry of browserslist()) {
    const [name = '', versions = ''] = entry.split(' ')
    if (!(name in bcdNames))
      throw new Error(`browserslist names ${name}, which scripts/browser-support does not know`)
    const browser = bcdNames[name as keyof typeof bcdNames]
    const [version = ''] = versions.split('-')
    const currentVersion = oldest.get(browser)
    if (!currentVersion || isAtMost(version, currentVersion)) oldest.set(browser, version)
  }
  return oldest
}

interface UnsupportedFeatures {
  /**
   * Interfaces by member name, for members that no supported interface has: the type of `object` in `object.name()` is
   * unknown.
   */
  byName: ReadonlyMap<string, readonly string[]>
  /** Members with their interface: `AbortSignal.any`. */
  paths: ReadonlySet<string>
}

/**
 * Returns what current Safari, Firefox and Chrome have and an oldest supported browser lacks. Leaves out members of interfaces
 * that are unsupported themselves: there is no such object without `new Interface()`, which is reported.
 */
export function findUnsupportedFeatures(): UnsupportedFeatures {
  const oldestVersions = [...findOldestBrowsers()]
  const supportedNames = new Set<string>()
  const byName = new Map<string, string[]>()
  const paths = new Set<string>()
  const visitFeature = (path: string, name: string, feature: Identifier) => {
    const { __compat: compat, ...members } = feature
    if (compat) {
      const isKnown = isSupported(compat.support, oldestVersions)
      if (isKnown) supportedNames.add(name)
      else if (isSupported(compat.support, engines)) {
        byName.set(name, [...(byName.get(name) ?? []), path])
        paths.add(path)
      }
      if (!isKnown) return
    }
    for (const [key, member] of Object.entries(members))
      if (/^[A-Za-z]\w*$/.test(key) && !key.endsWith('_event')) {
        const memberName = key.replace(/_static$/, '')
        visitFeature(path === '' ? memberName : `${path}.${memberName}`, memberName, member)
      }
  }
  visitFeature('', '', api)
  visitFeature('', '', javascript.builtins as Identifier)
  for (const name of supportedNames) byName.delete(name)
  return { byName, paths }
}

type Support = Partial<Record<Browser, SupportStatement>>

/** @param browsers each with a version; default: the current one */
function isSupported(support: Support, browsers: readonly (readonly [Browser, string?])[]): boolean {
  return browsers.every(([browser, version]) =>
    [support[browser] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
          typeof added === 'string' &&
          added !== 'preview' &&
          !(removed && (version === undefined || isAtMost(removed, version))) &&
          !flags &&
          !prefix &&
          !other &&
          (version === undefined || isAtMost(added, version)),
      ),
  )
}

/** Compares versions like `16.4` and `≤37`. */
function isAtMost(one: string, other: string): boolean {
  const [firstParts, secondParts] = [one, other].map((version) =>
    version.replace('≤', '').split('.').map(Number),
  )
  for (let position = 0; position < 3; position++) {
    const difference = (firstParts?.[position] ?? 0) - (secondParts?.[position] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return true
}
