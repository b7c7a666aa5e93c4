import { useCallback, useEffect, useState } from 'react'
import { previewFramedPhoto } from '../../../contract/frame.ts'
import { isApiError, requestFile } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { countReturns, useRetryWhenBack } from '../../platform/offline/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { afterError, afterImage, noPreview, type PreviewState } from './preview-state.ts'

interface PreviewRequest {
  eventId: string
  photoId: string | undefined
  frameId: string
}

/** Caches recent previews, so that going back to one shows it at once. */
const pictures = new Map<string, string>()
const picturesKept = 12

const toPreviewKey = ({ eventId, photoId, frameId }: PreviewRequest) =>
  photoId ? `${eventId} ${photoId} ${frameId}` : null

/** Loads a preview. A rejected token is renewed, and the request repeated once. */
async function load(
  { eventId, photoId = '', frameId }: PreviewRequest,
  signal: AbortSignal,
): Promise<string> {
  const width = isSlowLink() ? 480 : window.innerWidth < 768 ? 800 : 960
  const ask = (token: string) =>
    requestFile(previewFramedPhoto, { query: { photoId, frameId, width }, token, signal })
  const isPersonal = eventSearch(eventId).last.read() !== null
  const blob = await withSearchToken(eventId, isPersonal ? 'person' : 'event', ask).catch(
    (error: unknown) => {
      // the service may no longer know the person searched for; the photo is still public
      if (!isPersonal || !isApiError(error, 'SelfieNotFound', 'CompetitorNotFound', 'BibInvalid')) throw error
      return withSearchToken(eventId, 'event', ask)
    },
  )
  return URL.createObjectURL(blob)
}

function cacheImage(key: string, image: string): void {
  pictures.set(key, image)
  for (const [old, address] of [...pictures].slice(0, -picturesKept)) {
    pictures.delete(old)
    URL.revokeObjectURL(address)
  }
}

/** Loads the preview of a photo in a frame, rendered by the service. */
export function usePreview(
  input: PreviewRequest,
): PreviewState & { loading: boolean; error?: unknown; retry: () => void } {
  const { eventId, photoId, frameId } = input
  const key = toPreviewKey(input)
  const known = key === null ? undefined : pictures.get(key)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<
    PreviewState & { key: string | null; error?: unknown; returnsBefore: number }
  >({ ...noPreview, key: null, returnsBefore: 0 })
  useEffect(() => {
    if (photoId === undefined || pictures.has(`${eventId} ${photoId} ${frameId}`)) return undefined
    const controller = new AbortController()
    const asked = { eventId, photoId, frameId }
    const name = toPreviewKey(asked)
    const returnsBefore = countReturns()
    load(asked, controller.signal).then(
      (image) => {
        cacheImage(name ?? '', image)
        if (!controller.signal.aborted) setState({ ...afterImage(image), key: name, returnsBefore })
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState((before) => ({ ...afterError(before, error), key: name, error, returnsBefore }))
      },
    )
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round asks anew
  }, [eventId, photoId, frameId, round])
  const retry = useCallback(() => {
    setState((before) => ({ ...before, key: null, error: undefined }))
    setRound((before) => before + 1)
  }, [])
  const isOfThis = key !== null && state.key === key
  const hasFailed = isOfThis && state.error !== undefined
  useRetryWhenBack(hasFailed ? state.returnsBefore : undefined, retry)
  if (known !== undefined) return { ...afterImage(known), loading: false, retry }
  if (!isOfThis) return { ...noPreview, loading: key !== null, retry }
  return { ...state, loading: false, retry }
}
