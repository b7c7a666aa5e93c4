import { type EarlyDeed, focusGuards } from '../../contract/first-screen.ts'

/** The element at a place that may have been drawn anew since. */
function elementAt(place: readonly number[]): Element | undefined {
  let element: Element | undefined = document.getElementById('root') ?? undefined
  for (const at of place) {
    const children = [...(element?.children ?? [])].filter((child) => !child.matches(focusGuards))
    element = children[at]
  }
  return element
}

/** Does what was done on the first screen before the app answered. */
export function replay(deeds: readonly EarlyDeed[]): void {
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

/** Past React, which would take what it has set itself for no change. */
function type(input: HTMLInputElement, value: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
