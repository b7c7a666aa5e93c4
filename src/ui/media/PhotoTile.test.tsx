// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PhotoTile } from './PhotoTile.tsx'

afterEach(cleanup)

const photo = { src: '/p.webp', alt: 'Photo 3', mark: '390 ₽', pickLabel: 'Choose' }

describe('PhotoTile', () => {
  it('is silent while loading', () => {
    const { container } = render(<PhotoTile state="loading" alt="" />)
    expect(container.querySelector('[aria-hidden="true"]')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('opens by the picture and selects by the plus, each on its own', () => {
    const onOpen = vi.fn()
    const onPick = vi.fn()
    render(<PhotoTile state="default" {...photo} onOpen={onOpen} onPick={onPick} />)
    fireEvent.click(screen.getByRole('button', { name: 'Photo 3' }))
    expect([onOpen.mock.calls.length, onPick.mock.calls.length]).toEqual([1, 0])
    fireEvent.click(screen.getByRole('button', { name: 'Choose' }))
    expect([onOpen.mock.calls.length, onPick.mock.calls.length]).toEqual([1, 1])
  })

  it('tells by what a press does that it is selected, and not by “pressed” besides', () => {
    render(<PhotoTile state="selected" {...photo} pickLabel="Remove" onPick={() => {}} />)
    expect(screen.getByRole('button', { name: 'Remove' }).hasAttribute('aria-pressed')).toBe(false)
  })

  it.each(['in-cart', 'bought'] as const)('offers no plus when %s and says so in words', (state) => {
    render(<PhotoTile state={state} {...photo} mark="words" onPick={() => {}} onOpen={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Choose' })).toBeNull()
    expect(screen.getByText('words')).toBeTruthy()
  })

  it('leads on by its mark, which is reached and named apart from the picture', () => {
    const onOpen = vi.fn()
    const mark = { mark: 'Bought · open', markHref: '/order/o1?photo=p3' }
    const markLabel = 'Bought · open: Photo 3'
    render(<PhotoTile state="bought" {...{ ...photo, ...mark, markLabel, onOpen }} tabIndex={-1} />)
    const link = screen.getByRole('link', { name: 'Bought · open: Photo 3' })
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Bought · open', '/order/o1?photo=p3'])
    // keys move between tiles, so that only one tile is a tab stop
    expect(link.tabIndex).toBe(-1)
    fireEvent.click(screen.getByRole('button', { name: 'Photo 3' }))
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('says that it is processing without a picture', () => {
    render(<PhotoTile state="processing" alt="" message="come later" />)
    expect(screen.getByText('come later')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('can be tried again when failed', () => {
    const onRetry = vi.fn()
    render(<PhotoTile state="failed" alt="" message="not loaded" retryLabel="Again" onRetry={onRetry} />)
    fireEvent.click(screen.getByRole('button'))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('is a link when it has an address', () => {
    render(<PhotoTile state="default" {...photo} href="/photo/3" />)
    expect(screen.getByRole('link', { name: 'Photo 3' }).getAttribute('href')).toBe('/photo/3')
  })

  it('starts selecting many by a long press and does not open then', () => {
    vi.useFakeTimers()
    const onOpen = vi.fn()
    const onLongPress = vi.fn()
    render(<PhotoTile state="default" {...photo} onOpen={onOpen} onLongPress={onLongPress} />)
    const opener = screen.getByRole('button', { name: 'Photo 3' })
    fireEvent.pointerDown(opener, { pointerType: 'touch', clientX: 5, clientY: 5 })
    vi.advanceTimersByTime(600)
    fireEvent.pointerUp(opener)
    fireEvent.click(opener)
    vi.useRealTimers()
    expect([onLongPress.mock.calls.length, onOpen.mock.calls.length]).toEqual([1, 0])
  })
})
