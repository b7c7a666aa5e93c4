// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { Tabs } from './Tabs.tsx'

afterEach(cleanup)

const items = [
  { id: 'all', label: 'All', count: 12, href: '/all' },
  { id: 'mine', label: 'Mine', href: '/mine' },
  { id: 'video', label: 'Video', href: '/video' },
] as const

function Example({ start = 'all' }: { start?: 'all' | 'mine' | 'video' }) {
  const [value, setValue] = useState(start)
  return (
    <Tabs label="Photos" items={[...items]} value={value} onChange={setValue}>
      {value} panel
    </Tabs>
  )
}

const getSelectedTab = () =>
  screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')
const pressKey = (key: string) => fireEvent.keyDown(getSelectedTab() as HTMLElement, { key })

describe('Tabs', () => {
  it('is one tab stop', () => {
    render(<Example />)
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })

  it('moves, chooses and focuses by arrows, round the ends', () => {
    render(<Example />)
    pressKey('ArrowRight')
    expect(getSelectedTab()?.textContent).toBe('Mine')
    expect(document.activeElement).toBe(getSelectedTab())
    pressKey('ArrowLeft')
    pressKey('ArrowLeft')
    expect(getSelectedTab()?.textContent).toBe('Video')
    pressKey('ArrowRight')
    expect(getSelectedTab()?.textContent).toContain('All')
  })

  it('jumps to the ends by Home and End and leaves other keys alone', () => {
    render(<Example />)
    pressKey('End')
    expect(getSelectedTab()?.textContent).toBe('Video')
    pressKey('Home')
    expect(getSelectedTab()?.textContent).toContain('All')
    pressKey('x')
    expect(getSelectedTab()?.textContent).toContain('All')
  })

  it('chooses by a click without following the link, and leaves a click for another window to the browser', () => {
    render(<Example />)
    // true: the browser follows the link
    expect(fireEvent.click(screen.getByText('Mine'))).toBe(false)
    expect(getSelectedTab()?.textContent).toBe('Mine')
    expect(fireEvent.click(screen.getByText('Video'), { ctrlKey: true })).toBe(true)
    expect(getSelectedTab()?.textContent).toBe('Mine')
  })

  it('is drawn by the server as links, with the chosen panel', () => {
    const page = document.createElement('div')
    page.innerHTML = renderToString(<Example start="video" />)
    const renderedTabs = [...page.querySelectorAll('[role=tab]')]
    expect(renderedTabs.map((tab) => [tab.getAttribute('href'), tab.getAttribute('aria-selected')])).toEqual([
      ['/all', 'false'],
      ['/mine', 'false'],
      ['/video', 'true'],
    ])
    expect(page.querySelector('[role=tabpanel]:not([aria-hidden])')?.textContent).toBe('video panel')
  })

  it('ties the chosen tab and its panel together', () => {
    render(<Example />)
    fireEvent.click(screen.getByText('Mine'))
    const panel = screen.getByRole('tabpanel')
    expect(panel.textContent).toBe('mine panel')
    expect(panel.getAttribute('aria-labelledby')).toBe(getSelectedTab()?.id)
    expect(getSelectedTab()?.getAttribute('aria-controls')).toBe(panel.id)
  })
})
