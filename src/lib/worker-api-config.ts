import * as z from 'zod/mini'
import { apiConfig } from './api-client.ts'
import { kvStore } from './memory/index.ts'

const key = 'workerApiConfig'

const WorkerApiConfig = z.object({ base: z.string(), language: z.string(), tenant: z.string() })

/** Stores where and in which language this page makes its calls, for the service worker, which sends them without a page. */
export async function storeApiConfig(): Promise<void> {
  const { base, language, tenant } = apiConfig
  await kvStore.put(key, JSON.stringify({ base, language, tenant }))
}

/** Returns what the last page stored; undefined before the first one. */
export async function readApiConfig(): Promise<z.infer<typeof WorkerApiConfig> | undefined> {
  const text = await kvStore.get(key)
  return text === undefined ? undefined : z.safeParse(WorkerApiConfig, JSON.parse(text)).data
}
