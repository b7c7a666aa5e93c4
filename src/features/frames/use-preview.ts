import { useCallback, useEffect, useState } from 'react'
import { previewFramedPhoto } from '../../../contract/frame.ts'
import { isApiError, requestFile } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { countReconnects, useRetryOnReconnect } from '../../platform/offline/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { noPreview, type PreviewState, toFailedState, toLoadedState } from './preview-state.ts'

interface PreviewRequest {
  eventId: string
  photoId: string | undefined
  frameId: string
}

/** Caches recent previews, so that going back to one shows it at once. */
const pictures = new Map<string, string>()
const maxPictures = 12

const toPreviewKey = ({ eventId, photoId, frameId }: PreviewRequest) =>
  photoId ? `${eventId} ${photoId} ${frameId}` : null

/** Loads a preview. A rejected token is renewed, and the request repeated once. */
async function loadPreview(
  { eventId, photoId = '', frameId }: PreviewRequest,
  signal: AbortSignal,
): Promise<string> {
  const width = isSlowLink() ? 480 : window.innerWidth < 768 ? 800 : 960
  const requestPreview = (token: string) =>
    requestFile(previewFramedPhoto, { query: { photoId, frameId, width }, token, signal })
  const isPersonal = getEventSearch(eventId).last.read() !== null
  const blob = await withSearchToken(eventId, isPersonal ? 'person' : 'event', requestPreview).catch(
    (error: unknown) => {
      // the service may no longer know the person searched for; the photo is still public
      if (!isPersonal || !isApiError(error, 'SelfieNotFound', 'CompetitorNotFound', 'BibInvalid')) throw error
      return withSearchToken(eventId, 'event', requestPreview)
    },
  )
  return URL.createObjectURL(blob)
}

function cacheImage(key: string, image: string): void {
  pictures.set(key, image)
  for (const [oldKey, url] of [...pictures].slice(0, -maxPictures)) {
    pictures.delete(oldKey)
    URL.revokeObjectURL(url)
  }
}

/** Loads the preview of a photo in a frame, rendered by the service. */
export function usePreview(
  input: PreviewRequest,
): PreviewState & { loading: boolean; error?: unknown; retry: () => void } {
  const { eventId, photoId, frameId } = input
  const key = toPreviewKey(input)
  const cachedImage = key === null ? undefined : pictures.get(key)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<
    PreviewState & { key: string | null; error?: unknown; reconnectsAtStart: number }
  >({ ...noPreview, key: null, reconnectsAtStart: 0 })
  useEffect(() => {
    if (photoId === undefined || pictures.has(`${eventId} ${photoId} ${frameId}`)) return undefined
    const controller = new AbortController()
    const requested = { eventId, photoId, frameId }
    const requestKey = toPreviewKey(requested)
    const reconnectsAtStart = countReconnects()
    loadPreview(requested, controller.signal).then(
      (image) => {
        cacheImage(requestKey ?? '', image)
        if (!controller.signal.aborted)
          setState({ ...toLoadedState(image), key: requestKey, reconnectsAtStart })
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState((previous) => ({
            ...toFailedState(previous, error),
            key: requestKey,
            error,
            reconnectsAtStart,
          }))
      },
    )
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round asks anew
  }, [eventId, photoId, frameId, attempt])
  const retry = useCallback(() => {
    setState((previous) => ({ ...previous, key: null, error: undefined }))
    setAttempt((previous) => previous + 1)
  }, [])
  const isCurrent = key !== null && state.key === key
  const hasFailed = isCurrent && state.error !== undefined
  useRetryOnReconnect(hasFailed ? state.reconnectsAtStart : undefined, retry)
  if (cachedImage !== undefined) return { ...toLoadedState(cachedImage), loading: false, retry }
  if (!isCurrent) return { ...noPreview, loading: key !== null, retry }
  return { ...state, loading: false, retry }
}
