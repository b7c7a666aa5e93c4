import * as z from 'zod/mini'
import { parseJson } from '../../../lib/api-error.ts'
import { selfies } from '../../../lib/memory/index.ts'
import type { DeviceTexts } from '../../../lib/outbox/define-action.ts'
import type { SelfieReference } from './delete-at-service.ts'

/** Validates the last search of an event by a selfie, as `getEventSearch` of `src/platform/storage` stores it. */
const FaceSearch = z.object({ by: z.literal('face'), selfieId: z.string(), personId: z.string() })

/** Lists the selfies of this device and those used for its searches, each once. */
export async function listSelfiesOfDevice(texts: DeviceTexts): Promise<SelfieReference[]> {
  const records = await selfies.entries().catch(() => [])
  const stored = records.map(([id, { selfie }]) => ({ sentAs: id, selfieId: selfie?.selfieId }))
  const knownIds = new Set(stored.map(({ selfieId }) => selfieId))
  const searchedIds = new Set(texts.keys().flatMap((key) => readSearchedId(key, texts.get(key) ?? '')))
  return [...stored, ...[...searchedIds].filter((id) => !knownIds.has(id)).map((selfieId) => ({ selfieId }))]
}

/** Returns the id of the selfie that a stored text of a search names. */
function readSearchedId(key: string, text: string): string | [] {
  if (/^search\..+\.selfieId$/.test(key)) return text || []
  if (!/^search\..+\.last$/.test(key)) return []
  return FaceSearch.safeParse(parseJson(text)).data?.selfieId ?? []
}
