import * as z from 'zod/mini'
import { randomId } from '../../lib/random-id.ts'
import { persisted } from './persisted.ts'

const entry = persisted<string | null>({ key: 'deviceKey', schema: z.nullable(z.string()), initial: null })

/**
 * Returns the secret of this device, generated on first use. It proves that answers (“not me”) and links under a
 * number or a surname belong to this device, and so do the e-mail and the order of a cart, and orders with their files.
 */
export function deviceKey(): string {
  const known = entry.read()
  if (known !== null) return known
  entry.write(randomId())
  // another tab may have written since; blocked storage keeps it for this page
  return entry.read() ?? randomId()
}
