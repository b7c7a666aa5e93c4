import * as z from 'zod/mini'
import { stored } from '../../platform/storage/index.ts'

/** Whether pictures take themselves; whoever switches it off once means it for the next time too. */
export const autoShot = stored({ key: 'autoShot', schema: z.boolean(), initial: true })
