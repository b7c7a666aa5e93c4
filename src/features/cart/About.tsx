import { Text } from '../../platform/language/index.ts'

/** Before a sum that nobody has confirmed. */
export function About() {
  return (
    <>
      <span aria-hidden="true">≈{'\u00a0'}</span>
      <span className="sr-only">
        <Text id="cart.sum.about" />{' '}
      </span>
    </>
  )
}
