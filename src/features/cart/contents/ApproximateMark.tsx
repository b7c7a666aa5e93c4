import { Text } from '../../../platform/language/index.ts'

/** Marks an amount that the service has not confirmed; precedes it. */
export function ApproximateMark() {
  return (
    <>
      <span aria-hidden="true">≈{'\u00a0'}</span>
      <span className="sr-only">
        <Text id="cart.sum.about" />{' '}
      </span>
    </>
  )
}
