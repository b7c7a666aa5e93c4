import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface Props {
  id: string
  active: boolean
  onChoose: () => void
  children: ReactNode
}

/**
 * Renders one option of the list below a search field. The focus, and the phone's keyboard, stay in the field.
 *
 * Not Headless UI's combobox, which takes a value from a list. It makes the first option active while the user types,
 * so Enter and Tab would open an event or a runner that was not chosen. This field searches for what was typed instead.
 * The server renders both fields on a first view (home, an event); the combobox's 38 KB (br) would be loaded with them.
 */
export function Suggestion({ id, active, onChoose, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={cx(
        'flex min-h-13 cursor-pointer items-center gap-3 border-b border-line px-1 py-1.5',
        active ? 'bg-sunk' : 'hover:bg-sunk',
      )}
      onMouseDown={(press) => press.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  )
}
