/** Describes a message to the thread of the embedded database. */
export type DatabaseRequest =
  | {
      readonly kind: 'execute'
      readonly id: number
      readonly client: number
      readonly messages: Uint8Array<ArrayBuffer>
    }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'leave'; readonly client: number }

/** Describes a message from it: `open` once, and a reply to each request with an id. */
export type DatabaseReply =
  | { readonly kind: 'open' }
  | { readonly kind: 'executed'; readonly id: number; readonly answers: Uint8Array }
  | { readonly kind: 'closed'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
