/** The tokens of whoever is signed in; undefined where nobody is, or where none can be had now. */
export interface IdentityTokens {
  /** One that is good at this moment. */
  now(): Promise<string | undefined>
  /** Another in place of one that the service has refused, or that was not there. */
  renewed(refused: string | undefined): Promise<string | undefined>
}

/** What every call goes by; kept apart from the making of calls, which the first load does without. */
export const client: { base: string; language: string; tenant: string; identity?: IdentityTokens } = {
  base: '',
  language: 'ru',
  tenant: '',
}

/**
 * Where calls go and in which language their texts come back.
 *
 * @param changes `base` is an origin without a trailing slash, empty for the page's own; `tenant` is the theme whose
 *   answers alone are believed, empty while it is not known; `identity` is asked by calls that may be somebody's
 */
export function configureApi(changes: {
  base?: string
  language?: string
  tenant?: string
  identity?: IdentityTokens
}): void {
  Object.assign(client, changes)
}
