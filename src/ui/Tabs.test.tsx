// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { TabPanel, Tabs } from './Tabs.tsx'

afterEach(cleanup)

const items = [
  { id: 'all', label: 'All', count: 12 },
  { id: 'mine', label: 'Mine' },
  { id: 'video', label: 'Video' },
] as const

function Example() {
  const [value, setValue] = useState<'all' | 'mine' | 'video'>('all')
  return (
    <>
      <Tabs label="Photos" idBase="t" items={[...items]} value={value} onChange={setValue} />
      <TabPanel idBase="t" value={value}>
        {value} panel
      </TabPanel>
    </>
  )
}

const chosen = () => screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')
const press = (key: string) => fireEvent.keyDown(chosen() as HTMLElement, { key })

describe('Tabs', () => {
  it('is one tab stop', () => {
    render(<Example />)
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })

  it('moves, chooses and focuses by arrows, round the ends', () => {
    render(<Example />)
    press('ArrowRight')
    expect(chosen()?.textContent).toBe('Mine')
    expect(document.activeElement).toBe(chosen())
    press('ArrowLeft')
    press('ArrowLeft')
    expect(chosen()?.textContent).toBe('Video')
    press('ArrowRight')
    expect(chosen()?.textContent).toContain('All')
  })

  it('jumps to the ends by Home and End and leaves other keys alone', () => {
    render(<Example />)
    press('End')
    expect(chosen()?.textContent).toBe('Video')
    press('Home')
    expect(chosen()?.textContent).toContain('All')
    press('x')
    expect(chosen()?.textContent).toContain('All')
  })

  it('ties the chosen tab and its panel together', () => {
    render(<Example />)
    fireEvent.click(screen.getByText('Mine'))
    const panel = screen.getByRole('tabpanel')
    expect(panel.textContent).toBe('mine panel')
    expect(panel.getAttribute('aria-labelledby')).toBe(chosen()?.id)
    expect(chosen()?.getAttribute('aria-controls')).toBe(panel.id)
  })
})
