import { actions } from '../actions.ts'
import type { TextMessage } from './queue-texts.ts'

/** Returns the text that describes an entry. One of another build may have a kind or a body that this build does not know. */
export function describeEntry({ kind, body }: { kind: string; body: unknown }): TextMessage {
  return actions.find(kind)?.describe(body) ?? { textId: 'queue.unknown' }
}
