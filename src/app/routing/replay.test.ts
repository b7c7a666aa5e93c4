// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { replayQueued } from './replay.ts'

test('a click is repeated on the element at its place, whether or not a guard of the focus is before it', () => {
  for (const focusGuard of ['', '<button aria-hidden="true"></button>']) {
    document.body.innerHTML = `<div id="root"><main>${focusGuard}<i></i><p><a>tab</a></p></main></div>`
    const clicked = vi.fn()
    document.querySelector('a')?.addEventListener('click', clicked)
    replayQueued([{ childIndexes: [0, 1, 0], tag: 'A' }])
    expect(clicked).toHaveBeenCalledOnce()
  }
})
