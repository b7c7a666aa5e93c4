import { expect, test } from 'vitest'
import { findTextsInCode } from '../../scripts/texts.ts'

test.each([
  ['between tags', 'const a = <p>Buy now</p>'],
  ['in braces', "const a = <p>{'Buy now'}</p>"],
  ['in a branch', "const a = <p>{free ? 'Take it' : price}</p>"],
  ['in a template', 'const a = <p>{`${count} photos`}</p>'],
  ['in a prop that is said', '<Button label="Buy now" />'],
  ['in a description of a picture', "<img alt={known ? 'A runner' : ''} />"],
  ['as Russian text anywhere', "export const title = 'Корзина'"],
])('a text %s is found', (_where, code) => {
  expect(findTextsInCode('src/features/x/X.tsx', code)).toEqual([
    expect.stringMatching(/^src\/features\/x\/X\.tsx:1 /),
  ])
})

test.each([
  ['an id of a text', '<p><Text id="cart.title" />{text("cart.title")}</p>'],
  ['a class, a tag, an address', '<a className="pf-link" href="/cart" type="button" />'],
  ['a condition', "<p>{state === 'failed' && <Retry />}</p>"],
  ['signs and units', '<p>· {sum} ₽ ×</p>'],
  ['a comment', '// Корзина\nconst a = 1'],
])('%s is no text', (_what, code) => {
  expect(findTextsInCode('src/features/x/X.tsx', code)).toEqual([])
})
