/** What became of the camera. */
export type Camera =
  /** Waits for a tap, because the system will ask and should not do so out of the blue. */
  | 'unasked'
  | 'asking'
  | 'open'
  /** Another app has taken it, or a call; it may come back by itself. */
  | 'interrupted'
  | 'denied'
  | 'missing'
  | 'busy'

/** Without it, a chosen file is the way. */
export const isWithoutPicture = (camera: Camera) =>
  camera === 'denied' || camera === 'missing' || camera === 'busy'

/** @param error what getUserMedia rejected with; a text where the browser has no camera at all */
export function cameraAfter(error: DOMException | string): Camera {
  if (typeof error === 'string') return 'missing'
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'denied'
  if (error.name === 'NotReadableError' || error.name === 'AbortError') return 'busy'
  return 'missing'
}

export interface DeviceTraits {
  userAgent: string
  touchPoints: number
  /** Runs from the home screen. */
  standalone: boolean
}

/** Families of browsers that let a camera be allowed in different places. */
export type Family = 'ios' | 'iosApp' | 'android' | 'desktop'

export function familyOf({ userAgent, touchPoints, standalone }: DeviceTraits): Family {
  // an iPad calls itself a Mac, but a Mac has no touch screen
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  if (isApple) return standalone ? 'iosApp' : 'ios'
  return /Android/.test(userAgent) ? 'android' : 'desktop'
}

export function thisDevice(): DeviceTraits {
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone:
      matchMedia('(display-mode: standalone)').matches ||
      ('standalone' in navigator && navigator.standalone === true),
  }
}

/** What the browser will do when it is asked; undefined where it does not tell. */
export async function cameraPermission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' })
  } catch {
    return undefined
  }
}

/**
 * Whether the first look should wait for a tap: an app on the home screen of iOS asks anew at each start, and a
 * question that nobody has called for is refused. Whoever has just tapped something, such as the consent, has called.
 */
export async function waitsForTap(device: DeviceTraits): Promise<boolean> {
  const hasTapped = navigator.userActivation?.isActive ?? false
  if (familyOf(device) !== 'iosApp' || hasTapped) return false
  return (await cameraPermission())?.state !== 'granted'
}
