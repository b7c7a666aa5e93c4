import * as z from 'zod/mini'
import { randomId } from '../../lib/random-id.ts'
import { persisted } from './persisted.ts'

const entry = persisted<string | null>({ key: 'deviceKey', schema: z.nullable(z.string()), initial: null })

/**
 * Returns the secret of this device, generated on first use. It proves that data belong to this device: answers (“not
 * me”) and links of a search, the e-mail and the order of a cart, and orders with their files.
 */
export function getDeviceKey(): string {
  const storedKey = entry.read()
  if (storedKey !== null) return storedKey
  entry.write(randomId())
  // another tab may have written since; blocked storage falls back to memory
  return entry.read() ?? randomId()
}
