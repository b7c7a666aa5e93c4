import { isApiError } from '../../lib/api.ts'

/** What is known of the preview of a photo in a frame. */
export interface PreviewState {
  /** Address of the picture; null while there is none. */
  image: string | null
  /** HTTP status of the last answer; 0 when there was none, undefined before any. */
  status?: number
  /** The token was not taken, and neither was a fresh one. */
  tokenExpired: boolean
}

export const noPreview: PreviewState = { image: null, tokenExpired: false }

/** The picture has come. @param image its address */
export function afterImage(image: string): PreviewState {
  return { image, status: 200, tokenExpired: false }
}

/** No picture has come: none is shown then, and a token that is over is remembered until one is taken again. */
export function afterError(before: PreviewState, error: unknown): PreviewState {
  const status = isApiError(error) && error.code !== 'NoResponse' ? error.status : 0
  return { image: null, status, tokenExpired: before.tokenExpired || status === 401 }
}
