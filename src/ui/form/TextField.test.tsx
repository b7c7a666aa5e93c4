// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { TextField } from './TextField.tsx'

afterEach(cleanup)

const getDescriptions = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

describe('TextField', () => {
  it('is named by its label', () => {
    render(<TextField label="E-mail" />)
    expect(screen.getByLabelText('E-mail').tagName).toBe('INPUT')
  })

  it('is valid and undescribed without words', () => {
    render(<TextField label="E-mail" />)
    const input = screen.getByLabelText('E-mail')
    expect(input.getAttribute('aria-invalid')).toBeNull()
    expect(getDescriptions(input)).toEqual([])
  })

  it('says the error before the hint and marks itself invalid', () => {
    render(<TextField label="E-mail" hint="For the links" error="Enter the e-mail" />)
    const input = screen.getByLabelText('E-mail')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(getDescriptions(input)).toEqual(['Enter the e-mail', 'For the links'])
  })

  it('announces an error that comes later in a region that was there before', () => {
    const { rerender, container } = render(<TextField label="E-mail" />)
    const region = container.querySelector('[aria-live]')
    rerender(<TextField label="E-mail" error="Enter the e-mail" />)
    expect(container.querySelector('[aria-live]')).toBe(region)
    expect(region?.textContent).toBe('Enter the e-mail')
  })

  it('prefers the error over the approval', () => {
    render(<TextField label="Code" ok="Applied" error="Expired" />)
    expect(screen.queryByText('Applied')).toBeNull()
    expect(screen.getByText('Expired')).toBeTruthy()
  })
})
