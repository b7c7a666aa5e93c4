// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Stepper } from './Stepper.tsx'

afterEach(cleanup)

function StepperExample() {
  const [value, onChange] = useState(9)
  return (
    <Stepper
      label="Codes"
      min={1}
      max={10}
      lessLabel="One less"
      moreLabel="One more"
      {...{ value, onChange }}
    />
  )
}

test('a press on a button is answered aloud by what the count has come to, also at its bound', () => {
  render(<StepperExample />)
  const announcement = screen.getByRole('status')
  const pressButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  // nothing was pressed
  expect(announcement.textContent).toBe('')
  pressButton('One more')
  expect([announcement.textContent, screen.getByRole<HTMLInputElement>('textbox').value]).toEqual([
    '10',
    '10',
  ])
  pressButton('One more')
  expect(announcement.textContent).toBe('10')
  pressButton('One less')
  expect(announcement.textContent).toBe('9')
})
