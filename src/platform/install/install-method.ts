/** How this browser installs the app: by its prompt, or manually, with instructions per browser. */
export type InstallMethod = 'prompt' | 'ios' | 'firefox'

export interface BrowserTraits {
  userAgent: string
  touchPoints: number
  /** Whether the page already runs from the home screen. */
  isStandalone: boolean
  /** Whether the browser has fired its install prompt. */
  hasPrompt: boolean
}

/**
 * Returns the available install method; undefined when there is none or the app is installed. In-app browsers of
 * messengers do not name Safari and cannot add to the home screen.
 */
export function detectInstallMethod({
  userAgent,
  touchPoints,
  isStandalone,
  hasPrompt,
}: BrowserTraits): InstallMethod | undefined {
  if (isStandalone) return undefined
  if (hasPrompt) return 'prompt'
  // an iPad identifies itself as a Mac, but a Mac has no touch screen
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  if (isApple) return /Safari\//.test(userAgent) ? 'ios' : undefined
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined
}
