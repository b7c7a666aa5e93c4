// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest'
import { restoreLostFocus } from './restore-focus.ts'

beforeAll(restoreLostFocus)

/** Renders a page and focuses the element with this id. */
function renderPage(page: string, id: string): void {
  document.body.innerHTML = `<div><main>${page}</main><div role="status" class="corner"></div></div>`
  getById(id).focus()
  expect(getFocusedId()).toBe(id)
}

const getById = (id: string) => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`nothing is called ${id}`)
  return element
}
const getFocusedId = () => document.activeElement?.id
/** Replaces an element in React's order: the old one is removed before the new one is inserted. */
function replaceElement(id: string, html = ''): void {
  const oldElement = getById(id)
  const { parentElement, nextSibling } = oldElement
  oldElement.remove()
  const template = document.createElement('template')
  template.innerHTML = html
  parentElement?.insertBefore(template.content, nextSibling)
}

const rows = ['a', 'b', 'c'].map(
  (row) => `<li id="${row}"><p>${row}</p><button id="del-${row}">x</button></li>`,
)
const cartHtml = `<section><h1 id="title">Cart</h1><ul>${rows.join('')}</ul><form><input id="code"><button id="apply">ok</button></form></section>`

test('removing a row moves the focus to the next one, for the last row to the previous one', async () => {
  renderPage(cartHtml, 'del-b')
  replaceElement('b')
  await vi.waitFor(() => expect(getFocusedId()).toBe('del-c'))
  replaceElement('c')
  await vi.waitFor(() => expect(getFocusedId()).toBe('del-a'))
})

test('removing the last item of a list moves the focus after it, not into a text field', async () => {
  renderPage(cartHtml, 'del-a')
  getById('b').remove()
  getById('c').remove()
  replaceElement('a')
  await vi.waitFor(() => expect(getFocusedId()).toBe('apply'))
})

test('a button that is replaced hands the focus to its replacement', async () => {
  renderPage(
    '<div><div><button id="buy">buy</button><a href="/frame" id="frame">frame</a></div></div>',
    'buy',
  )
  replaceElement('buy', '<a href="/cart" id="cart">in the cart</a>')
  await vi.waitFor(() => expect(getFocusedId()).toBe('cart'))
})

test('a dialog traps the focus, and leaves it at the opener’s place when the opener is gone', async () => {
  // the dialog is rendered at the end of the page, with a marker at its logical position
  const dialog =
    '<div role="dialog" id="sheet"><button id="close">x</button><p><button id="revoke">r</button></p></div>'
  const page =
    '<h1 id="title">Found</h1><input id="code"><p><button id="more">more</button><span id="mark" data-layer></span></p>'
  renderPage(`<div>${page}</div>`, 'code')
  document.body.insertAdjacentHTML('beforeend', `<div id="layers"><div>${dialog}</div></div>`)
  getById('revoke').focus()
  replaceElement('revoke', '<b>done</b>')
  await vi.waitFor(() => expect(getFocusedId()).toBe('close'))
  replaceElement('mark')
  replaceElement('sheet')
  // like Headless UI a moment later, which only stores the element that was focused before the opener
  const restoreFocus = vi.fn(() => getById('code').focus())
  queueMicrotask(restoreFocus)
  await vi.waitFor(() => expect(getFocusedId()).toBe('more'))
  expect(restoreFocus).toHaveBeenCalledOnce()
})

test('a heading that takes the focus when a dialog closes keeps it', async () => {
  renderPage(
    '<div><input id="code"><p><span id="mark" data-layer></span><h2 id="saved" tabindex="-1">Saved</h2></p></div>',
    'code',
  )
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="layers"><div role="dialog" id="sheet"><button id="save">s</button></div></div>',
  )
  getById('save').focus()
  replaceElement('mark')
  replaceElement('sheet')
  // like an effect of the page, followed by Headless UI
  const restoreFocus = vi.fn(() => getById('code').focus())
  queueMicrotask(() => {
    getById('saved').focus()
    queueMicrotask(restoreFocus)
  })
  await vi.waitFor(() => expect(restoreFocus).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(getFocusedId()).toBe('saved'))
})

test('a page change, a new heading or a removed message moves the focus to the heading', async () => {
  renderPage(cartHtml.replace('<section>', '<section id="page">'), 'del-a')
  replaceElement('page', '<section><h1 id="empty">Empty</h1><a href="/" id="home">home</a></section>')
  await vi.waitFor(() => expect(getFocusedId()).toBe('empty'))
  replaceElement('empty', '<h1 id="filled">Filled</h1>')
  await vi.waitFor(() => expect(getFocusedId()).toBe('filled'))
  document
    .querySelector('.corner')
    ?.insertAdjacentHTML('beforeend', '<p id="snack"><button id="undo">u</button></p>')
  getById('undo').focus()
  replaceElement('snack')
  await vi.waitFor(() => expect(getFocusedId()).toBe('filled'))
})

test('a focus that the user moved elsewhere stays there', async () => {
  renderPage(cartHtml, 'del-a')
  getById('code').focus()
  // notified after the observer of `restoreLostFocus`, which was created before
  const observed = new Promise((resolve) => {
    new MutationObserver(resolve).observe(document.body, { childList: true, subtree: true })
  })
  replaceElement('a')
  await observed
  expect(getFocusedId()).toBe('code')
})
