import type { Action } from './define-action.ts'

/** Finds actions by the kinds of entries. */
export interface ActionRegistry<Actions extends readonly Action[] = readonly Action[]> {
  /** All actions, in the order of their registration. */
  readonly all: Actions
  /** Returns the action of a kind; undefined for a kind of another build. */
  find(kind: string): Action | undefined
}

/**
 * Registers the actions that this build can send.
 *
 * @throws Error when two actions have the same kind
 */
export function registerActions<Actions extends readonly Action[]>(
  actions: Actions,
): ActionRegistry<Actions> {
  const actionsByKind = new Map<string, Action>()
  for (const action of actions) {
    if (actionsByKind.has(action.kind)) throw new Error(`two queued actions have the kind ${action.kind}`)
    actionsByKind.set(action.kind, action)
  }
  return { all: actions, find: (kind) => actionsByKind.get(kind) }
}
