/** Describes an accepted finding of the linter. */
interface Allowed {
  /** Prefix of the linter's message. */
  message: string
  /** Why the finding is harmless. */
  why: string
  /** The import that polyfills it. */
  polyfill?: { file: string; from: string }
}

/** Lists the harmless findings. An unused entry fails the check, and so does a polyfill that is not imported. */
export const allowed: readonly Allowed[] = [
  {
    message: 'Promise.withResolvers',
    why: 'keycloak-js renews tokens with it',
    polyfill: { file: 'src/platform/identity/with-resolvers.ts', from: '@ungap/with-resolvers' },
  },
  { message: 'Iterator.drop', why: 'the `drop` of our outbox' },
  { message: 'Iterator.toArray', why: 'the `toArray` of `React.Children`' },
  { message: 'Intl.DurationFormat', why: 'FormatJS makes one for durations only, which no text has' },
  { message: 'requestIdleCallback', why: 'asked for first, with a timer instead' },
  { message: 'Symbol.dispose', why: 'the `dispose` of Headless UI’s disposables' },
  { message: 'Error.captureStackTrace', why: 'Headless UI calls it only where it exists' },
  { message: 'navigator.userAgentData', why: 'Headless UI reads it with `?.`' },
  { message: 'Document.startViewTransition', why: 'React goes on without an animation when it throws' },
  { message: 'navigator.connection', why: 'asked for first; unknown on Safari' },
  { message: 'navigator.vibrate', why: 'called with `?.`' },
]
