import { isApiError } from '../../lib/api.ts'

/** Describes the preview of a photo in a frame. */
export interface PreviewState {
  /** URL of the picture; null while there is none. */
  image: string | null
  /** HTTP status of the last answer; 0 when there was none, undefined before the first request. */
  status?: number
  /** Whether both the token and its renewal were rejected. */
  tokenExpired: boolean
}

export const noPreview: PreviewState = { image: null, tokenExpired: false }

/** Returns the state after the picture has loaded. @param image its URL */
export function toLoadedState(image: string): PreviewState {
  return { image, status: 200, tokenExpired: false }
}

/** Returns the state after an error: no picture. An expired token stays recorded until one is accepted again. */
export function toFailedState(previous: PreviewState, error: unknown): PreviewState {
  const status = isApiError(error) && error.code !== 'NoResponse' ? error.status : 0
  return { image: null, status, tokenExpired: previous.tokenExpired || status === 401 }
}
