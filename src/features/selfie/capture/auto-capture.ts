import * as z from 'zod/mini'
import { persisted } from '../../../platform/storage/index.ts'

/** Stores whether pictures are taken automatically. Persisted: switching it off once applies to later visits too. */
export const autoCapture = persisted({ key: 'autoShot', schema: z.boolean(), initial: true })
