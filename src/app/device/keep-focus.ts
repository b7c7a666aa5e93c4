import { focusHeading, takesOver } from '../RouteFocus.tsx'

const usable = 'a[href], button, summary, [role=radio], [role=checkbox]'
const parts = '[role=dialog], header, footer'

/**
 * Moves the focus to a neighbour when the focused element is removed, such as a deleted row or a layer without its opener.
 * Browsers would move it to the start of the page. Skips text fields, whose keyboard would cover the screen. Without a
 * neighbour, focuses the heading of the page.
 */
export function keepFocus(): void {
  let last: Element | undefined
  const focusedBefore = new WeakSet<Element>()
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined
    if (last) focusedBefore.add(last)
  })
  new MutationObserver((changes) => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const lost = last
    last = undefined
    const next = lost.matches('h1') ? undefined : besideGap(lost, changes)
    const place = () => {
      if (next) next.focus({ preventScroll: true })
      // a heading that mounts with its data takes the focus only from the body element
      else if (!focusHeading() && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    place()
    if (lost.closest('[role=dialog]') || changes.some(isLayerRemoved)) afterLayer(place, focusedBefore)
  }).observe(document.body, { childList: true, subtree: true })
}

/**
 * Repeats `moveFocus` after Headless UI has closed a layer whose opener is gone, unless the user has acted. Headless UI focuses
 * the element that was focused before the opener, often a text field. An element that had no focus before was focused by its
 * component: the focus returns to it.
 */
function afterLayer(place: () => void, focusedBefore: WeakSet<Element>): void {
  const stop = new AbortController()
  let next = place
  addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLElement && !focusedBefore.has(target))
        next = () => target.focus({ preventScroll: true })
    },
    { capture: true, signal: stop.signal },
  )
  for (const type of takesOver)
    addEventListener(type, () => stop.abort(), { capture: true, signal: stop.signal })
  setTimeout(() => {
    if (!stop.signal.aborted) next()
    stop.abort()
  })
}

function isLayerRemoved({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some((node) => node instanceof Element && node.matches('[data-headlessui-portal]'))
}

function besideGap(lost: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  // a layer is rendered at the end of the page and has a marker at its logical position
  const layer = lost.closest('[role=dialog]')
  const isGone = (node: Node) =>
    layer && !layer.isConnected
      ? node instanceof Element &&
        (node.matches('[data-layer]') || node.querySelector('[data-layer]') !== null)
      : node.contains(lost) && !node.isConnected
  // the outermost removed element had a parent that is still connected
  const change = changes.find(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some(isGone),
  )
  if (!change) return undefined
  const { target, previousSibling, nextSibling } = change
  const parent = target instanceof Element ? target : null
  // a replacement is between the former neighbours
  const before = previousSibling?.isConnected ? previousSibling : undefined
  const after = nextSibling?.isConnected ? nextSibling : undefined
  const first = before ? before.nextSibling : previousSibling ? after : parent?.firstChild
  return near(parent, first ?? null, before ?? null)
}

/**
 * Returns the nearest focusable element: after the gap, before it, or around it. Stops at `main`: a new page focuses its
 * heading instead.
 */
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
