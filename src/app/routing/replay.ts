import { focusGuardSelector, type QueuedInteraction } from '../../../contract/ssr.ts'

/** Returns the element at a path of child indexes; it may have been rendered again since. */
function findElementAt(childIndexes: readonly number[]): Element | undefined {
  let element: Element | undefined = document.getElementById('root') ?? undefined
  for (const index of childIndexes) {
    const children = [...(element?.children ?? [])].filter((child) => !child.matches(focusGuardSelector))
    element = children[index]
  }
  return element
}

/** Replays the interactions with the SSR page before hydration. */
export function replayQueued(interactions: readonly QueuedInteraction[]): void {
  for (const { childIndexes, tag, value } of interactions) {
    const element = findElementAt(childIndexes)
    if (element?.tagName !== tag || !(element instanceof HTMLElement || element instanceof SVGElement))
      continue
    if (value === undefined)
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    else if (element instanceof HTMLInputElement) typeText(element, value)
    else if (element instanceof HTMLSelectElement) selectOption(element, value)
  }
}

function selectOption(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Sets a value with the native setter: React would ignore one set with its own setter. */
function typeText(input: HTMLInputElement, value: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
