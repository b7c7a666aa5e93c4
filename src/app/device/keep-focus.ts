import { focusHeading, takesOver } from '../Arrival.tsx'

const usable = 'a[href], button, summary, [role=radio], [role=checkbox]'
const parts = '[role=dialog], header, footer'

/**
 * When what has the focus is taken out of the page, the focus goes to what stands beside the gap, and not to the start
 * of the page: a row that was deleted, a button whose work is done, a layer whose opener has gone. Never into a field
 * to be typed in, whose keyboard would cover the screen; without a neighbour it goes to the page's heading.
 */
export function keepFocus(): void {
  let last: Element | undefined
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined
  })
  new MutationObserver((changes) => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const lost = last
    last = undefined
    const next = lost.matches('h1') ? undefined : besideGap(lost, changes)
    const place = () => (next ? next.focus({ preventScroll: true }) : focusHeading())
    place()
    if (lost.closest('[role=dialog]')) afterLayer(place)
  }).observe(document.body, { childList: true, subtree: true })
}

/**
 * Headless UI, which closes a layer whose opener has gone, focuses what had the focus before the opener: often the field
 * that was typed in last. Repeats `place` behind it, unless the user was faster.
 */
function afterLayer(place: () => void): void {
  const stop = new AbortController()
  for (const type of takesOver)
    addEventListener(type, () => stop.abort(), { capture: true, signal: stop.signal })
  setTimeout(() => {
    if (!stop.signal.aborted) place()
    stop.abort()
  })
}

function besideGap(lost: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  // a layer is drawn at the end of the page and has left a mark where it belongs
  const layer = lost.closest('[role=dialog]')
  const isGone = (node: Node) =>
    layer && !layer.isConnected
      ? node instanceof Element &&
        (node.matches('[data-layer]') || node.querySelector('[data-layer]') !== null)
      : node.contains(lost) && !node.isConnected
  // of what went with it, the outermost stood in what is still there
  const change = changes.find(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some(isGone),
  )
  if (!change) return undefined
  const { target, previousSibling, nextSibling } = change
  const parent = target instanceof Element ? target : null
  // what has come in its place stands between those that were its neighbours
  const before = previousSibling?.isConnected ? previousSibling : undefined
  const after = nextSibling?.isConnected ? nextSibling : undefined
  const first = before ? before.nextSibling : previousSibling ? after : parent?.firstChild
  return near(parent, first ?? null, before ?? null)
}

/** The nearest that can be used: after the gap, before it, around it. What is another page begins at its heading. */
function near(parent: Element | null, after: Node | null, before: Node | null): HTMLElement | undefined {
  if (!parent || parent.matches('main, body, body > *')) return undefined
  for (let node = after; node; node = node.nextSibling) {
    const [found] = usableIn(node)
    if (found) return found
  }
  for (let node = before; node; node = node.previousSibling) {
    const found = usableIn(node).at(-1)
    if (found) return found
  }
  if (parent.matches(parts)) return undefined
  return near(parent.parentElement, parent.nextSibling, parent.previousSibling)
}

function usableIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return []
  const all = [...(node.matches(usable) ? [node] : []), ...node.querySelectorAll<HTMLElement>(usable)]
  return all.filter((each) => each.tabIndex >= 0 && !each.closest('[inert]') && hasBox(each))
}

/** Returns whether an element is rendered. `checkVisibility` does not exist before Safari 17.4. */
function hasBox(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}
