import { useEffect } from 'react'
import { Demo, demoPath } from '../../../contract/demo.ts'
import { isApiError } from '../../lib/api.ts'
import { createNoResponseError, parseJson } from '../../lib/api-error.ts'
import { parseApiError } from '../../lib/parse-api-error.ts'
import { send, timeouts } from '../../lib/transport.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'

/** Loads the content of the demo page. Polls while photos are still being seeded. */
export function useDemo() {
  const { language } = useLanguage()
  const loaded = useLoaded(language, (signal) => fetchDemo(language, signal))
  const { reload } = loaded
  const isSeeding = loaded.value?.seeding.state === 'Running'
  useEffect(() => {
    if (!isSeeding) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), pollIntervalInMs)
    return () => clearInterval(timer)
  }, [isSeeding, reload])
  return { ...loaded, isAbsent: loaded.state === 'failed' && isApiError(loaded.error, 'NotFound') }
}

const pollIntervalInMs = 4_000

async function fetchDemo(language: string, signal: AbortSignal): Promise<Demo> {
  const headers = new Headers({ accept: 'application/json', 'accept-language': language })
  const { response, body } = await send({ url: demoPath, method: 'GET', headers, signal }, timeouts.readInMs)
  const text = await body.text()
  if (!response.ok) throw parseApiError(response, text)
  const parsed = Demo.safeParse(parseJson(text))
  if (!parsed.success) throw createNoResponseError(parsed.error)
  return parsed.data
}
