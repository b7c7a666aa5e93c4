import { selfies } from '../memory/index.ts'
import { createOutbox } from './create-outbox.ts'
import { senders } from './senders/index.ts'

/** Creates the outbox of this thread, with everything needed for sending. `index.ts` loads it on first use. */
export const queue = createOutbox({
  senders,
  // an order is placed only while the page is open
  maySend: (kind) => kind !== 'checkout' || 'document' in globalThis,
  onDrop: async ({ id, kind }) => {
    if (kind === 'selfie') await selfies.remove(id)
  },
})
