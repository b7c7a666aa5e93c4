// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Sheet } from './Sheet.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Opener({
  title,
  keepsOpen = false,
  children,
}: {
  title: string
  keepsOpen?: boolean
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open {title}
      </button>
      <Sheet open={open} onClose={() => setOpen(keepsOpen)} title={title} closeLabel={`close ${title}`}>
        <a href="/#link">link of {title}</a>
        {children}
      </Sheet>
    </>
  )
}

const getButton = (name: string) => screen.getByRole('button', { name, hidden: true })
const getLayerTexts = () =>
  screen.queryAllByRole('dialog', { hidden: true }).map((layer) => layer.textContent)

async function open(title: string): Promise<void> {
  getButton(`open ${title}`).focus()
  // the focus moves in a microtask
  await act(async () => fireEvent.click(getButton(`open ${title}`)))
}

test('a layer has its title for a name, takes the focus and covers the page, and gives both back', async () => {
  const { container } = render(<Opener title="Time" />, {
    container: document.body.appendChild(document.createElement('div')),
  })
  // the first dialog of a page opens in more steps than later ones
  for (let opening = 0; opening < 2; opening++) {
    await open('Time')
    const layer = screen.getByRole('dialog', { name: 'Time' })
    expect(layer.contains(document.activeElement)).toBe(true)
    expect([container.inert, document.documentElement.style.overflow]).toEqual([true, 'hidden'])
    await act(async () => fireEvent.click(getButton('close Time')))
    expect(document.activeElement).toBe(getButton('open Time'))
    expect([container.inert, document.documentElement.style.overflow]).toEqual([false, ''])
  }
})

test('Escape closes the topmost layer alone, and the focus goes back to where it was opened', async () => {
  render(
    <Opener title="Viewer">
      <Opener title="Share" />
    </Opener>,
  )
  await open('Viewer')
  await open('Share')
  expect(getLayerTexts()).toHaveLength(2)
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(getLayerTexts()).toHaveLength(1)
  expect(document.activeElement).toBe(getButton('open Share'))
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(getLayerTexts()).toEqual([])
  expect(document.activeElement).toBe(getButton('open Viewer'))
})

test('a heading that takes the focus when a layer closes keeps it', async () => {
  function Saved() {
    const [open, setOpen] = useState(true)
    const heading = useRef<HTMLHeadingElement>(null)
    useEffect(() => {
      if (!open) heading.current?.focus()
    }, [open])
    return (
      <>
        <h2 ref={heading} tabIndex={-1}>
          Saved
        </h2>
        <Sheet open={open} onClose={() => setOpen(false)} title="Time" closeLabel="close Time">
          <a href="/#link">link</a>
        </Sheet>
      </>
    )
  }
  // opened without a press: Headless UI restores the focus to the element that had it before
  const previousFocus = document.body.appendChild(document.createElement('button'))
  previousFocus.focus()
  previousFocus.blur()
  await act(async () => render(<Saved />))
  await act(async () => fireEvent.click(getButton('close Time')))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saved' }))
  previousFocus.remove()
})

test('a press beside a layer closes it, one inside does not', async () => {
  render(<Opener title="Time" />)
  await open('Time')
  const pressElement = (target: Element) =>
    act(async () => {
      fireEvent.pointerDown(target)
      fireEvent.pointerUp(target)
    })
  await pressElement(screen.getByText('link of Time'))
  expect(getLayerTexts()).toHaveLength(1)
  await pressElement(document.body)
  expect(getLayerTexts()).toEqual([])
})

test('the back gesture of the device closes a layer; one that is busy stays and is asked again', async () => {
  const watchers: Watcher[] = []
  class Watcher extends EventTarget {
    isDestroyed = false
    constructor() {
      super()
      watchers.push(this)
    }
    destroy() {
      this.isDestroyed = true
    }
    request() {
      this.isDestroyed = true
      return act(async () => this.dispatchEvent(new Event('close')))
    }
  }
  vi.stubGlobal('CloseWatcher', Watcher)
  const getActiveWatchers = () => watchers.filter((watcher) => !watcher.isDestroyed)
  const busy = render(<Opener title="Busy" keepsOpen />)
  await open('Busy')
  await getActiveWatchers()[0]?.request()
  expect([getLayerTexts().length, getActiveWatchers().length]).toEqual([1, 1])
  busy.unmount()
  expect(getActiveWatchers()).toEqual([])
  render(<Opener title="Time" />)
  await open('Time')
  await getActiveWatchers()[0]?.request()
  expect([getLayerTexts().length, getActiveWatchers().length]).toEqual([0, 0])
})
