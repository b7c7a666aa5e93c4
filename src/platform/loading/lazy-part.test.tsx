// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { beginHydration, endHydration } from '../../lib/initial-data.ts'
import { lazyPart } from './lazy-part.tsx'

afterEach(() => {
  cleanup()
  endHydration()
  vi.restoreAllMocks()
})

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>
const Placeholder = () => <p>Wait</p>

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    return this.state.error ? <p>{this.state.error.message}</p> : this.props.children
  }
}

test('shows a placeholder until the code of a part is loaded, and never again', async () => {
  let resolveLoad: (part: ComponentType<{ name: string }>) => void = () => {}
  const LazyGreeting = lazyPart(
    () => new Promise<ComponentType<{ name: string }>>((resolve) => (resolveLoad = resolve)),
    Placeholder,
  )
  const rendered = render(<LazyGreeting name="Olga" />)
  expect(screen.getByText('Wait')).toBeTruthy()
  resolveLoad(Greeting)
  expect(await screen.findByText('Hello, Olga')).toBeTruthy()
  rendered.unmount()
  render(<LazyGreeting name="Andrei" />)
  expect(screen.getByText('Hello, Andrei')).toBeTruthy()
})

test('a loaded part renders once', async () => {
  const renderSpy = vi.fn(Greeting)
  const LazyGreeting = lazyPart(() => Promise.resolve((props: { name: string }) => renderSpy(props)))
  render(<LazyGreeting name="Olga" />).unmount()
  await Promise.resolve()
  const rendered = render(<LazyGreeting name="Olga" />)
  await screen.findByText('Hello, Olga')
  rendered.unmount()
  renderSpy.mockClear()
  render(<LazyGreeting name="Andrei" />)
  // a second render would run within one turn of the event loop
  await new Promise((resolve) => setImmediate(resolve))
  expect(renderSpy).toHaveBeenCalledTimes(1)
})

test('passes a load error to the nearest error boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const LazyGreeting = lazyPart<object>(() => Promise.reject(new Error('no code')))
  render(
    <Boundary>
      <LazyGreeting />
    </Boundary>,
  )
  expect(await screen.findByText('no code')).toBeTruthy()
})

test('the server renders it once its code is loaded', async () => {
  const LazyGreeting = lazyPart(() => Promise.resolve(Greeting), Placeholder)
  beginHydration({ small: true, readOn: 0 })
  expect(renderToString(<LazyGreeting name="Olga" />)).toContain('Wait')
  await expect.poll(() => renderToString(<LazyGreeting name="Olga" />)).toContain('Olga')
})
