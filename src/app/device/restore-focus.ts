import { focusHeading, userInputEvents } from '../routing/RouteFocus.tsx'

const focusableSelector = 'a[href], button, summary, [role=radio], [role=checkbox]'
const boundarySelector = '[role=dialog], header, footer'

/**
 * Moves the focus to a neighbour when the focused element is removed, such as a deleted row or a layer without its opener.
 * Browsers would move it to the start of the page. Skips text fields, whose keyboard would cover the screen. Without a
 * neighbour, focuses the heading of the page.
 */
export function restoreLostFocus(): void {
  let focusedElement: Element | undefined
  const focusedBefore = new WeakSet<Element>()
  addEventListener('focusin', ({ target }) => {
    focusedElement = target instanceof Element ? target : undefined
    if (focusedElement) focusedBefore.add(focusedElement)
  })
  new MutationObserver((changes) => {
    if (!focusedElement || focusedElement.isConnected || document.activeElement !== document.body) return
    const removed = focusedElement
    focusedElement = undefined
    const neighbour = removed.matches('h1') ? undefined : findNeighbour(removed, changes)
    const moveFocus = () => {
      if (neighbour) neighbour.focus({ preventScroll: true })
      // a heading that mounts with its data takes the focus only from the body element
      else if (!focusHeading() && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    moveFocus()
    if (removed.closest('[role=dialog]') || changes.some(isLayerRemoved))
      repeatAfterLayerClose(moveFocus, focusedBefore)
  }).observe(document.body, { childList: true, subtree: true })
}

/**
 * Repeats `moveFocus` after Headless UI has closed a layer whose opener is gone, unless the user has acted. Headless UI focuses
 * the element that was focused before the opener, often a text field. An element that had no focus before was focused by its
 * component: the focus returns to it.
 */
function repeatAfterLayerClose(moveFocus: () => void, focusedBefore: WeakSet<Element>): void {
  const abortController = new AbortController()
  let restoreFocus = moveFocus
  addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLElement && !focusedBefore.has(target))
        restoreFocus = () => target.focus({ preventScroll: true })
    },
    { capture: true, signal: abortController.signal },
  )
  for (const type of userInputEvents)
    addEventListener(type, () => abortController.abort(), { capture: true, signal: abortController.signal })
  setTimeout(() => {
    if (!abortController.signal.aborted) restoreFocus()
    abortController.abort()
  })
}

function isLayerRemoved({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some((node) => node instanceof Element && node.matches('[data-headlessui-portal]'))
}

function findNeighbour(removed: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  // a layer is rendered at the end of the page and has a marker at its logical position
  const layer = removed.closest('[role=dialog]')
  const isRemoved = (node: Node) =>
    layer && !layer.isConnected
      ? node instanceof Element &&
        (node.matches('[data-layer]') || node.querySelector('[data-layer]') !== null)
      : node.contains(removed) && !node.isConnected
  // the outermost removed element had a parent that is still connected
  const change = changes.find(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some(isRemoved),
  )
  if (!change) return undefined
  const { target, previousSibling, nextSibling } = change
  const parent = target instanceof Element ? target : null
  // a replacement is between the former neighbours
  const before = previousSibling?.isConnected ? previousSibling : undefined
  const after = nextSibling?.isConnected ? nextSibling : undefined
  const nodeAfterGap = before ? before.nextSibling : previousSibling ? after : parent?.firstChild
  return findNearestFocusable(parent, nodeAfterGap ?? null, before ?? null)
}

/**
 * Returns the nearest focusable element: after the gap, before it, or around it. Stops at `main`: a new page focuses its
 * heading instead.
 */
function findNearestFocusable(
  parent: Element | null,
  after: Node | null,
  before: Node | null,
): HTMLElement | undefined {
  if (!parent || parent.matches('main, body, body > *')) return undefined
  for (let node = after; node; node = node.nextSibling) {
    const [focusable] = listFocusable(node)
    if (focusable) return focusable
  }
  for (let node = before; node; node = node.previousSibling) {
    const focusable = listFocusable(node).at(-1)
    if (focusable) return focusable
  }
  if (parent.matches(boundarySelector)) return undefined
  return findNearestFocusable(parent.parentElement, parent.nextSibling, parent.previousSibling)
}

function listFocusable(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return []
  const candidates = [
    ...(node.matches(focusableSelector) ? [node] : []),
    ...node.querySelectorAll<HTMLElement>(focusableSelector),
  ]
  return candidates.filter((each) => each.tabIndex >= 0 && !each.closest('[inert]') && isRendered(each))
}

/** Returns whether an element is rendered. `checkVisibility` does not exist before Safari 17.4. */
function isRendered(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}
