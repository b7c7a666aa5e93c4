// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { beginHydration, endHydration } from '../../lib/initial-data.ts'
import { late } from './late.tsx'

afterEach(() => {
  cleanup()
  endHydration()
  vi.restoreAllMocks()
})

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>
const Waiting = () => <p>Wait</p>

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    return this.state.error ? <p>{this.state.error.message}</p> : this.props.children
  }
}

test('shows a placeholder until the code of a part is loaded, and never again', async () => {
  let arrive: (part: ComponentType<{ name: string }>) => void = () => {}
  const Late = late(
    () => new Promise<ComponentType<{ name: string }>>((resolve) => (arrive = resolve)),
    Waiting,
  )
  const shown = render(<Late name="Olga" />)
  expect(screen.getByText('Wait')).toBeTruthy()
  arrive(Greeting)
  expect(await screen.findByText('Hello, Olga')).toBeTruthy()
  shown.unmount()
  render(<Late name="Andrei" />)
  expect(screen.getByText('Hello, Andrei')).toBeTruthy()
})

test('a loaded part renders once', async () => {
  const draw = vi.fn(Greeting)
  const Late = late(() => Promise.resolve((props: { name: string }) => draw(props)))
  render(<Late name="Olga" />).unmount()
  await Promise.resolve()
  const shown = render(<Late name="Olga" />)
  await screen.findByText('Hello, Olga')
  shown.unmount()
  draw.mockClear()
  render(<Late name="Andrei" />)
  // a second render would run within one turn of the event loop
  await new Promise((resolve) => setImmediate(resolve))
  expect(draw).toHaveBeenCalledTimes(1)
})

test('passes a load error to the nearest error boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Late = late<object>(() => Promise.reject(new Error('no code')))
  render(
    <Boundary>
      <Late />
    </Boundary>,
  )
  expect(await screen.findByText('no code')).toBeTruthy()
})

test('the server renders it once its code is loaded', async () => {
  const Late = late(() => Promise.resolve(Greeting), Waiting)
  beginHydration({ small: true, readOn: 0 })
  expect(renderToString(<Late name="Olga" />)).toContain('Wait')
  await expect.poll(() => renderToString(<Late name="Olga" />)).toContain('Olga')
})
