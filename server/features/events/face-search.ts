import type { Context } from '../../platform/context.ts'
import type { EventSwitches } from './types.ts'

/** Returns whether faces of an event are embedded and searched: unless tenant or event disable it, or they were erased. */
export function hasFaceSearch(
  { tenant }: Pick<Context, 'tenant'>,
  event: { readonly switches: EventSwitches; readonly facesErasedOn: Date | null },
): boolean {
  return tenant.faceSearch !== false && event.facesErasedOn === null && event.switches.faceSearch !== false
}
