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

/** Returns whether the device is an iPhone or iPad. An iPad identifies itself as a Mac, but a Mac has no touch screen. */
export function isIosDevice({ userAgent, touchPoints }: Pick<BrowserTraits, 'userAgent' | 'touchPoints'>) {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
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
  if (isIosDevice({ userAgent, touchPoints })) return /Safari\//.test(userAgent) ? 'ios' : undefined
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined
}
