import { useEffect, useRef, useState } from 'react'
import { createArchive, getArchive } from '../../../../contract/archives.ts'
import { ApiError, request, requestWithHeaders } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { getPollDelayInMs } from '../use-poll.ts'
import { clickLink } from './downloads.ts'

export type ArchiveState =
  | { type: 'idle' }
  | { type: 'preparing'; share: number }
  | { type: 'given' }
  | { type: 'failed'; error: unknown }

const wait = (inMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, inMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Downloads all files as one archive: requests it, polls until it is ready, then starts the browser's download. */
export function useArchive(orderId: string): { state: ArchiveState; download: () => void } {
  const [state, setState] = useState<ArchiveState>({ type: 'idle' })
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => () => abortRef.current?.abort(), [])

  const requestArchive = async (signal: AbortSignal) => {
    const { headers } = await requestWithHeaders(createArchive, {
      body: { orderId },
      idempotencyKey: randomId(),
      signal,
    })
    const archiveId = headers.get('x-archive-id') ?? ''
    for (let attempt = 0; ; attempt++) {
      const archive = await request(getArchive, { params: { archiveId }, signal })
      if (archive.state === 'Published' && archive.url) {
        clickLink(archive.url)
        setState({ type: 'given' })
        return
      }
      if (archive.state === 'Failed') throw new ApiError('Unexpected', 500)
      setState({ type: 'preparing', share: archive.progress })
      await wait(getPollDelayInMs(attempt) / 2, signal)
    }
  }
  const download = () => {
    if (state.type === 'preparing') return
    const controller = new AbortController()
    abortRef.current = controller
    setState({ type: 'preparing', share: 0 })
    requestArchive(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setState({ type: 'failed', error })
    })
  }
  return { state, download }
}
