import { selfies } from '../memory/index.ts'
import { makeQueue } from './make-queue.ts'
import { senders } from './senders/index.ts'

/** The outbox of this thread, with everything that sending needs; `index.ts` loads it when it is first used. */
export const queue = makeQueue({
  senders,
  // an order is placed only while its buyer is there
  maySend: (kind) => kind !== 'checkout' || 'document' in globalThis,
  onDrop: async ({ id, kind }) => {
    if (kind === 'selfie') await selfies.remove(id)
  },
})
