// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

beforeAll(keepFocus)

/** Renders a page and focuses the element with this id. */
function show(page: string, id: string): void {
  document.body.innerHTML = `<div><main>${page}</main><div role="status" class="corner"></div></div>`
  at(id).focus()
  expect(focused()).toBe(id)
}

const at = (id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`nothing is called ${id}`)
  return element
}
const focused = () => document.activeElement?.id
/** Replaces an element in React's order: the old one is removed before the new one is inserted. */
function replace(id: string, by = ''): void {
  const gone = at(id)
  const { parentElement, nextSibling } = gone
  gone.remove()
  const made = document.createElement('template')
  made.innerHTML = by
  parentElement?.insertBefore(made.content, nextSibling)
}

const rows = ['a', 'b', 'c'].map(
  (row) => `<li id="${row}"><p>${row}</p><button id="del-${row}">x</button></li>`,
)
const cart = `<section><h1 id="title">Cart</h1><ul>${rows.join('')}</ul><form><input id="code"><button id="apply">ok</button></form></section>`

test('removing a row moves the focus to the next one, for the last row to the previous one', async () => {
  show(cart, 'del-b')
  replace('b')
  await vi.waitFor(() => expect(focused()).toBe('del-c'))
  replace('c')
  await vi.waitFor(() => expect(focused()).toBe('del-a'))
})

test('removing the last item of a list moves the focus after it, not into a text field', async () => {
  show(cart, 'del-a')
  at('b').remove()
  at('c').remove()
  replace('a')
  await vi.waitFor(() => expect(focused()).toBe('apply'))
})

test('a button that is replaced hands the focus to its replacement', async () => {
  show('<div><div><button id="buy">buy</button><a href="/frame" id="frame">frame</a></div></div>', 'buy')
  replace('buy', '<a href="/cart" id="cart">in the cart</a>')
  await vi.waitFor(() => expect(focused()).toBe('cart'))
})

test('a dialog traps the focus, and leaves it at the opener’s place when the opener is gone', async () => {
  // the dialog is rendered at the end of the page, with a marker at its logical position
  const dialog =
    '<div role="dialog" id="sheet"><button id="close">x</button><p><button id="revoke">r</button></p></div>'
  const page =
    '<h1 id="title">Found</h1><input id="code"><p><button id="more">more</button><span id="mark" data-layer></span></p>'
  show(`<div>${page}</div>`, 'code')
  document.body.insertAdjacentHTML('beforeend', `<div id="layers"><div>${dialog}</div></div>`)
  at('revoke').focus()
  replace('revoke', '<b>done</b>')
  await vi.waitFor(() => expect(focused()).toBe('close'))
  replace('mark')
  replace('sheet')
  // like Headless UI a moment later, which only stores the element that was focused before the opener
  const restored = vi.fn(() => at('code').focus())
  queueMicrotask(restored)
  await vi.waitFor(() => expect(focused()).toBe('more'))
  expect(restored).toHaveBeenCalledOnce()
})

test('a heading that takes the focus when a dialog closes keeps it', async () => {
  show(
    '<div><input id="code"><p><span id="mark" data-layer></span><h2 id="saved" tabindex="-1">Saved</h2></p></div>',
    'code',
  )
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="layers"><div role="dialog" id="sheet"><button id="save">s</button></div></div>',
  )
  at('save').focus()
  replace('mark')
  replace('sheet')
  // like an effect of the page, followed by Headless UI
  const restored = vi.fn(() => at('code').focus())
  queueMicrotask(() => {
    at('saved').focus()
    queueMicrotask(restored)
  })
  await vi.waitFor(() => expect(restored).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(focused()).toBe('saved'))
})

test('a page change, a new heading or a removed message moves the focus to the heading', async () => {
  show(cart.replace('<section>', '<section id="page">'), 'del-a')
  replace('page', '<section><h1 id="empty">Empty</h1><a href="/" id="home">home</a></section>')
  await vi.waitFor(() => expect(focused()).toBe('empty'))
  replace('empty', '<h1 id="filled">Filled</h1>')
  await vi.waitFor(() => expect(focused()).toBe('filled'))
  document
    .querySelector('.corner')
    ?.insertAdjacentHTML('beforeend', '<p id="snack"><button id="undo">u</button></p>')
  at('undo').focus()
  replace('snack')
  await vi.waitFor(() => expect(focused()).toBe('filled'))
})

test('a focus that the user moved elsewhere stays there', async () => {
  show(cart, 'del-a')
  at('code').focus()
  // notified after the observer of `restoreLostFocus`, which was created before
  const observed = new Promise((resolve) => {
    new MutationObserver(resolve).observe(document.body, { childList: true, subtree: true })
  })
  replace('a')
  await observed
  expect(focused()).toBe('code')
})
