// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Ruler, StepRuler } from './Ruler.tsx'

afterEach(cleanup)

const getBar = () => screen.getByRole('progressbar')

describe('Ruler', () => {
  it('tells its name, place and words', () => {
    render(<Ruler label="Search" value={0.616} valueText="0:37 of 1:00" />)
    expect(getBar().getAttribute('aria-label')).toBe('Search')
    expect(getBar().getAttribute('aria-valuenow')).toBe('62')
    expect(getBar().getAttribute('aria-valuetext')).toBe('0:37 of 1:00')
  })

  it('has no value while it is unknown how much there is', () => {
    render(<Ruler label="Payment" />)
    expect(getBar().hasAttribute('aria-valuenow')).toBe(false)
  })

  it('stays between its ends', () => {
    const { rerender } = render(<Ruler label="Upload" value={1.7} />)
    expect(getBar().getAttribute('aria-valuenow')).toBe('100')
    rerender(<Ruler label="Upload" value={-1} />)
    expect(getBar().getAttribute('aria-valuenow')).toBe('0')
  })
})

describe('StepRuler', () => {
  it('counts steps and raises flags where thresholds are', () => {
    render(
      <StepRuler
        label="Chosen"
        total={14}
        value={3}
        flags={[{ at: 3 }, { at: 5, next: true }, { at: 14 }]}
      />,
    )
    const marks = [...getBar().querySelectorAll('i')]
    expect(marks).toHaveLength(14)
    expect(marks.filter((mark) => mark.hasAttribute('data-on'))).toHaveLength(3)
    expect(
      marks.flatMap((mark, index) => (mark.dataset.flag ? [[index + 1, mark.dataset.flag]] : [])),
    ).toEqual([
      [3, 'past'],
      [5, 'next'],
      [14, 'past'],
    ])
    expect(getBar().getAttribute('aria-valuenow')).toBe('3')
    expect(getBar().getAttribute('aria-valuemax')).toBe('14')
  })

  it('draws no more marks than can be told apart', () => {
    render(<StepRuler label="Chosen" total={900} value={1} />)
    expect(getBar().querySelectorAll('i')).toHaveLength(60)
    expect(getBar().querySelectorAll('i[data-on]')).toHaveLength(1)
  })
})
