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

const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const layers = () => screen.queryAllByRole('dialog', { hidden: true }).map((layer) => layer.textContent)

async function open(title: string): Promise<void> {
  button(`open ${title}`).focus()
  // the focus moves in a microtask
  await act(async () => fireEvent.click(button(`open ${title}`)))
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
    await act(async () => fireEvent.click(button('close Time')))
    expect(document.activeElement).toBe(button('open Time'))
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
  expect(layers()).toHaveLength(2)
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(layers()).toHaveLength(1)
  expect(document.activeElement).toBe(button('open Share'))
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(layers()).toEqual([])
  expect(document.activeElement).toBe(button('open Viewer'))
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
  const before = document.body.appendChild(document.createElement('button'))
  before.focus()
  before.blur()
  await act(async () => render(<Saved />))
  await act(async () => fireEvent.click(button('close Time')))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saved' }))
  before.remove()
})

test('a press beside a layer closes it, one inside does not', async () => {
  render(<Opener title="Time" />)
  await open('Time')
  const pressOn = (target: Element) =>
    act(async () => {
      fireEvent.pointerDown(target)
      fireEvent.pointerUp(target)
    })
  await pressOn(screen.getByText('link of Time'))
  expect(layers()).toHaveLength(1)
  await pressOn(document.body)
  expect(layers()).toEqual([])
})

test('the back gesture of the device closes a layer; one that is busy stays and is asked again', async () => {
  const watchers: Watcher[] = []
  class Watcher extends EventTarget {
    isOver = false
    constructor() {
      super()
      watchers.push(this)
    }
    destroy() {
      this.isOver = true
    }
    request() {
      this.isOver = true
      return act(async () => this.dispatchEvent(new Event('close')))
    }
  }
  vi.stubGlobal('CloseWatcher', Watcher)
  const running = () => watchers.filter((watcher) => !watcher.isOver)
  const busy = render(<Opener title="Busy" keepsOpen />)
  await open('Busy')
  await running()[0]?.request()
  expect([layers().length, running().length]).toEqual([1, 1])
  busy.unmount()
  expect(running()).toEqual([])
  render(<Opener title="Time" />)
  await open('Time')
  await running()[0]?.request()
  expect([layers().length, running().length]).toEqual([0, 0])
})
