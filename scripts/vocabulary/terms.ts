import type { Term } from '../vocabulary.ts'

/** Words of comments that describe scenes instead of facts about code. Their number may only decrease. */
export const commentTerms: readonly Term[] = [
  { pattern: /\b(?:who|whom|what|wher)ever\b/gi, instead: 'the caller, each, any' },
  { pattern: /\b(?:some|no|every|any)body(?:[’']s)?\b/gi, instead: 'a user, no user, each user' },
  { pattern: /\b(?:is|are|was|were)\s+told\b|\btold\s+of\b/gi, instead: 'is notified, is reported' },
  { pattern: /\b(?:stands?|stood)\b(?!\s+out)/gi, instead: 'is, remains, is stored' },
  { pattern: /\blives\b/gi, instead: 'is in, is stored in' },
  { pattern: /\bof\s+(?:its|their|our|his|her)\s+own\b/gi, instead: 'its own …, a separate …' },
  { pattern: /\b(?:she|her|hers|herself)\b/gi, instead: 'the runner, they' },
  { pattern: /\bas\s+good\b/gi, instead: 'equivalent, valid' },
  { pattern: /\blets?\s+in\b|\bis\s+let\b/gi, instead: 'accepts, authorizes, may' },
  {
    pattern: /(?:^|[.:;]\s+)What\s+(?:is|was|are|were|has|have|a|the)\b/g,
    instead: 'begin with a verb: Returns …',
  },
  { pattern: /\bfirst\s+screens?\b/gi, instead: 'SSR, initial data' },
]

/** Describes a name to avoid. */
interface NameTerm extends Term {
  /** Where the name counts: in a declaration or in a call. Everywhere by default. */
  readonly only?: 'declared' | 'called'
}

/** Lists names with a standard term. Their number may only decrease. */
export const nameTerms: readonly NameTerm[] = [
  { pattern: /^[a-z]\w*[a-z]Of$/, only: 'declared', instead: 'a verb or the noun: getX, toX, x' },
  { pattern: /(?:^w|W)ish(?:es|ed)?(?![a-z])/, instead: 'input, request, options' },
  { pattern: /^[gG]round$/, instead: 'services' },
  { pattern: /(?:^t|T)hings?(?![a-z])/, instead: 'item' },
  { pattern: /(?:^s|S)hel(?:f|ves)(?![a-z])/, instead: 'collection, store' },
  { pattern: /^facts$/, instead: 'kvStore' },
  { pattern: /^aside$/, instead: 'parked' },
  { pattern: /^(?:isU|u)nkept$/, instead: 'volatile' },
  { pattern: /^afresh$/, instead: 'resetRetries' },
  { pattern: /^(?:tell|noticesOn)$/, only: 'called', instead: 'broadcast, openChannel' },
  { pattern: /^(?:settle[ds]?|useSettled)$/, only: 'called', instead: 'one word per meaning, useDebounced' },
  { pattern: /first-?screen/i, instead: 'ssr, initialData, isHydrating' },
  { pattern: /^held$/, instead: 'needsReview, pending' },
  { pattern: /^stored$/, only: 'called', instead: 'persisted' },
  { pattern: /^News$/, instead: 'PaymentEvent' },
  { pattern: /^(?:Move|moves\.tsx?)$/, instead: 'Transition, transitions.ts' },
  { pattern: /^(?:Doing|Place|Whereabouts)$/, instead: 'CaptureState, SelfieStatus' },
  {
    pattern: /^(?:Denied|Elsewhere|Nothing|AsOf)$/,
    instead: 'RejectedPhotos, SearchFallback, NoResults, LastUpdated',
  },
  { pattern: /^Kept[A-Z]|^keepSoon$|^createKeep$|^kept-/, instead: 'Stored*, response-cache' },
  { pattern: /^keep$/, only: 'called', instead: 'store' },
  { pattern: /^[rR]evisions$/, instead: 'tableVersions' },
  { pattern: /^(?:sweep|tidyUp)$/, only: 'called', instead: 'purgeExpired, vacuum' },
  { pattern: /^(?:admit|enter|whoCalls)$/, only: 'called', instead: 'authorize*, authenticate' },
  { pattern: /^(?:wearers|giveToRunners)$/, instead: 'assignBibsToFaces' },
  { pattern: /^takePhoto$/, instead: 'ingestPhoto' },
  { pattern: /^(?:usual|completeTheme)$/, instead: 'defaultTheme, deriveTheme' },
  { pattern: /^(?:Followers|Arrival)$/, instead: 'RouteEffects, RouteFocus' },
  { pattern: /^(?:Voice|useSay)$/, instead: 'LiveRegion, useAnnounce' },
  { pattern: /^(?:useAwake|fetchAhead)$/, instead: 'useWakeLock, prefetch' },
  { pattern: /^(?:SlitImage|Turns|Bearers)$/, instead: 'ProgressiveImage, Semaphore, SurnameMatches' },
  { pattern: /^(?:reconciled|Weighed|copiedOn)$/, instead: 'reconcileWithCache, CacheEntry, cachedAt' },
  { pattern: /^inTime$|^ours\.tsx?$/, instead: 'timeoutPlugin, response-guards.ts' },
  { pattern: /^lookingOnly$/, instead: 'readOnlyBuying' },
  { pattern: /^early\.tsx?$|^EarlyDeed$/, instead: 'bootstrap-inline.ts, QueuedInteraction' },
  {
    pattern: /^(?:finding|selling|signing-in)\.tsx?$/,
    instead: 'search-module.ts, commerce-module.ts, auth-module.ts',
  },
  { pattern: /(?:^w|W)orlds?(?![a-z])/, instead: 'test server, services' },
]

/** Properties whose string value selects a variant, as `{ is: 'open' }`. */
export const discriminants: readonly Term[] = [
  { pattern: /^is$/, instead: 'type' },
  { pattern: /^at$/, instead: 'status' },
]
