import * as z from 'zod/mini'
import { NewCartItem } from '../../../contract/cart.ts'
import { ProductType } from '../../../contract/catalog.ts'
import { CaptureDetails, Money } from '../../../contract/common.ts'
import { SearchTokenRequest } from '../../../contract/competitors.ts'
import { PhotoTag } from '../../../contract/photos.ts'
import { requestKinds } from '../../../contract/requests.ts'
import type { Bodies, EntryKind } from './types.ts'

const text = z.string()

const SearchCredentialsSchema = z.object({ eventId: text, token: text, tokenRequest: SearchTokenRequest })

export const ShownItemSchema = z.object({
  title: text,
  thumbUrl: z.optional(text),
  taken: z.optional(CaptureDetails),
  price: z.optional(Money),
  productType: ProductType,
})

const optionalText = z.optional(text)
const ItemSchema = z.object({
  productId: text,
  photoId: optionalText,
  videoId: optionalText,
  frameId: optionalText,
})

/** Schemas of the bodies by kind. An entry of another build may not match. */
const schemas: { [K in EntryKind]: z.ZodMiniType<Bodies[K]> } = {
  selfie: z.object({ eventId: text, albumId: text }),
  'selfie.forget': z.object({ sentAs: z.optional(text), selfieId: z.optional(text) }),
  'cart.add': z.object({
    cartId: text,
    items: z.array(NewCartItem),
    searchCredentials: z.optional(SearchCredentialsSchema),
    eventId: text,
    shown: z.optional(z.array(ShownItemSchema)),
    earlierOrders: z.optional(z.array(text)),
  }),
  'cart.remove': z.object({
    cartId: text,
    itemIds: z.array(text),
    targets: z.optional(z.array(ItemSchema)),
    stay: z.optional(z.array(text)),
    waitingIds: z.optional(z.array(text)),
  }),
  'cart.promo': z.object({ cartId: text, code: text }),
  'order.letter': z.object({ orderId: text }),
  'order.email': z.object({ orderId: text, email: text }),
  'cart.customer': z.object({ cartId: text, email: text }),
  checkout: z.object({
    cartId: text,
    email: text,
    expectedTotal: Money,
    paymentTypeId: z.optional(text),
    orderAgain: z.optional(z.boolean()),
  }),
  itsMe: z.object({
    photoId: text,
    itIsMe: z.boolean(),
    tag: z.optional(PhotoTag),
    searchCredentials: SearchCredentialsSchema,
  }),
  'push.renew': z.object({
    former: z.object({ endpoint: text, auth: text }),
    subscription: z.object({ endpoint: text, keys: z.object({ p256dh: text, auth: text }) }),
  }),
  'alert.set': z.object({
    alertId: text,
    eventId: text,
    number: optionalText,
    email: optionalText,
    push: z.optional(z.boolean()),
  }),
  'alert.cancel': z.object({ alertId: text }),
  request: z.object({ kind: z.enum(requestKinds), fields: z.record(text, text) }),
}

/** Checks whether this build can send an entry. */
export function isSendable(entry: { kind: string; body: unknown }): boolean {
  return Object.hasOwn(schemas, entry.kind) && schemas[entry.kind as EntryKind].safeParse(entry.body).success
}
