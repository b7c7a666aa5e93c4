import { focusGuards, type QueuedInteraction } from '../../contract/ssr.ts'

/** Returns the element at a path of child indexes; it may have been rendered again since. */
function elementAt(place: readonly number[]): Element | undefined {
  let element: Element | undefined = document.getElementById('root') ?? undefined
  for (const at of place) {
    const children = [...(element?.children ?? [])].filter((child) => !child.matches(focusGuards))
    element = children[at]
  }
  return element
}

/** Replays the interactions with the SSR page before hydration. */
export function replay(deeds: readonly QueuedInteraction[]): void {
  for (const { place, tag, value } of deeds) {
    const element = elementAt(place)
    if (element?.tagName !== tag || !(element instanceof HTMLElement || element instanceof SVGElement))
      continue
    if (value === undefined)
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    else if (element instanceof HTMLInputElement) type(element, value)
    else if (element instanceof HTMLSelectElement) choose(element, value)
  }
}

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Sets a value with the native setter: React would ignore one set with its own setter. */
function type(input: HTMLInputElement, value: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
