// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'

afterEach(cleanup)

describe('Button', () => {
  it('stays focusable when disabled, says why and swallows the press', () => {
    const onClick = vi.fn()
    render(
      <Button disabled reason="Accept the terms" onClick={onClick}>
        Pay
      </Button>,
    )
    const button = screen.getByRole('button')
    fireEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.hasAttribute('disabled')).toBe(false)
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Accept the terms')
  })

  it('does not submit a form while busy', () => {
    const onSubmit = vi.fn((event: Event) => event.preventDefault())
    const { container } = render(
      <form>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    )
    container.querySelector('form')?.addEventListener('submit', onSubmit)
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  })

  it('is a link when it leads somewhere, and leads nowhere when disabled', () => {
    const { rerender } = render(<Button href="/cart">Cart</Button>)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/cart')
    rerender(
      <Button href="/cart" disabled>
        Cart
      </Button>,
    )
    expect(screen.getByRole('link').hasAttribute('href')).toBe(false)
  })
})
