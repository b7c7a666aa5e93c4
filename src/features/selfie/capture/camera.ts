import { isIosDevice } from '../../../platform/install/index.ts'

/** Describes the state of the camera. */
export type CameraState =
  /** Waits for a tap, because the system will show a permission prompt, which should not come unprompted. */
  | 'unasked'
  | 'asking'
  | 'open'
  /** Another app or a call has the camera; it may return without an action. */
  | 'interrupted'
  | 'denied'
  | 'missing'
  | 'busy'

/** Returns whether there is no camera picture, so that a chosen file is the only way. */
export const isWithoutPicture = (camera: CameraState) =>
  camera === 'denied' || camera === 'missing' || camera === 'busy'

/**
 * Maps the error of `getUserMedia` to a camera state.
 *
 * @param error rejection of `getUserMedia`; a string where the browser has no camera API
 */
export function toCameraState(error: DOMException | string): CameraState {
  if (typeof error === 'string') return 'missing'
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'denied'
  if (error.name === 'NotReadableError' || error.name === 'AbortError') return 'busy'
  return 'missing'
}

export interface DeviceTraits {
  userAgent: string
  touchPoints: number
  /** Runs as an installed app from the home screen. */
  standalone: boolean
}

/** Distinguishes browser families by where camera permission is granted. */
export type BrowserFamily = 'ios' | 'iosApp' | 'android' | 'desktop'

export function detectBrowserFamily({ userAgent, touchPoints, standalone }: DeviceTraits): BrowserFamily {
  if (isIosDevice({ userAgent, touchPoints })) return standalone ? 'iosApp' : 'ios'
  return /Android/.test(userAgent) ? 'android' : 'desktop'
}

export function getDeviceTraits(): DeviceTraits {
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone:
      matchMedia('(display-mode: standalone)').matches ||
      ('standalone' in navigator && navigator.standalone === true),
  }
}

/** Returns the browser's camera permission; undefined where the Permissions API does not support `camera`. */
export async function queryCameraPermission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' })
  } catch {
    return undefined
  }
}

/**
 * Resolves with whether the first camera request should wait for a tap. An installed app on iOS asks for permission at each
 * start, and a request without user activation is refused. A recent tap, such as on the consent, counts as activation.
 */
export async function shouldWaitForTap(device: DeviceTraits): Promise<boolean> {
  const hasTapped = navigator.userActivation?.isActive ?? false
  if (detectBrowserFamily(device) !== 'iosApp' || hasTapped) return false
  return (await queryCameraPermission())?.state !== 'granted'
}
