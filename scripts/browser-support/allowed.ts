/** Describes an accepted finding of the linter. */
interface Allowed {
  /** Prefix of the linter's message. */
  message: string
  /** Why the finding is harmless. */
  reason: string
  /** The import that polyfills it. */
  polyfill?: { file: string; from: string }
}

/** Lists the harmless findings. An unused entry fails the check, and so does a polyfill that is not imported. */
export const allowed: readonly Allowed[] = [
  {
    message: 'Promise.withResolvers',
    reason: 'keycloak-js renews tokens with it',
    polyfill: { file: 'src/platform/identity/with-resolvers.ts', from: '@ungap/with-resolvers' },
  },
  { message: 'Iterator.drop', reason: 'the `drop` of our outbox' },
  { message: 'Iterator.toArray', reason: 'the `toArray` of `React.Children`' },
  { message: 'Intl.DurationFormat', reason: 'FormatJS makes one for durations only, which no text has' },
  { message: 'requestIdleCallback', reason: 'asked for first, with a timer instead' },
  { message: 'Symbol.dispose', reason: 'the `dispose` of Headless UI’s disposables' },
  { message: 'Error.captureStackTrace', reason: 'Headless UI calls it only where it exists' },
  { message: 'navigator.userAgentData', reason: 'Headless UI reads it with `?.`' },
  { message: 'Document.startViewTransition', reason: 'React goes on without an animation when it throws' },
  { message: 'navigator.connection', reason: 'asked for first; unknown on Safari' },
  { message: 'navigator.vibrate', reason: 'called with `?.`' },
]
