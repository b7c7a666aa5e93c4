/** How this browser puts the app on the home screen: by its own prompt, or by hand, each in its own words. */
export type InstallWay = 'prompt' | 'ios' | 'firefox'

export interface BrowserTraits {
  userAgent: string
  touchPoints: number
  /** The page runs from the home screen already. */
  standalone: boolean
  /** The browser has offered its prompt. */
  hasPrompt: boolean
}

/**
 * The way that is open now; undefined when there is none, or nothing left to do.
 * In-app browsers of messengers name no Safari and have no home screen to add to.
 */
export function installWay({
  userAgent,
  touchPoints,
  standalone,
  hasPrompt,
}: BrowserTraits): InstallWay | undefined {
  if (standalone) return undefined
  if (hasPrompt) return 'prompt'
  // an iPad calls itself a Mac, but a Mac has no touch screen
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  if (isApple) return /Safari\//.test(userAgent) ? 'ios' : undefined
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined
}
