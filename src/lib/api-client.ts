/** Provides identity tokens. Both methods resolve to undefined when the user is signed out or no token can be obtained. */
export interface IdentityTokens {
  /** Returns a token that is valid now. */
  getToken(): Promise<string | undefined>
  /** Returns a replacement for a token that the service refused, or for a missing one. */
  renewToken(refused: string | undefined): Promise<string | undefined>
}

/** Returns the secret of this device, or undefined when it is not available. */
export type DeviceKeySource = () => string | undefined | Promise<string | undefined>

/** Configures each call. Separate from `api.ts` because the first load makes no calls. */
export const apiConfig: {
  base: string
  language: string
  tenant: string
  identity?: IdentityTokens
  deviceKey?: DeviceKeySource
} = {
  base: '',
  language: 'ru',
  tenant: '',
}

/**
 * Configures where calls go and in which language their texts are returned.
 *
 * @param changes `base` is an origin without a trailing slash, empty for the page's origin; `tenant` is the only theme
 *   whose answers are accepted, empty while it is unknown; `identity` is used by calls that may be authenticated,
 *   `deviceKey` by calls whose answer depends on the device
 */
export function configureApi(changes: {
  base?: string
  language?: string
  tenant?: string
  identity?: IdentityTokens
  deviceKey?: DeviceKeySource
}): void {
  Object.assign(apiConfig, changes)
}
