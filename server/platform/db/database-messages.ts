import type { ServerMessage } from './shared-session.ts'

/** Properties of an error message, e.g. `code` and `detail`. Clones of errors between threads would lose them. */
export interface ErrorProperties {
  readonly message: string
  readonly length: number
  readonly [property: string]: unknown
}

/** Describes a message to the thread of the embedded database. */
export type DatabaseRequest =
  | { readonly kind: 'execute'; readonly id: number; readonly client: number; readonly messages: Uint8Array }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'leave'; readonly client: number }

export type CloneableMessage = ServerMessage | { readonly error: ErrorProperties }

/** Describes a message from it: `open` once, and a reply to each request with an id. */
export type DatabaseReply =
  | { readonly kind: 'open' }
  | { readonly kind: 'done'; readonly id: number; readonly messages: readonly CloneableMessage[] }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
