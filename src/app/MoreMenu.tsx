import { useText } from '../platform/language/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Late } from './Late.tsx'
import { useHoverMenu } from './use-hover-menu.ts'

const panel = () => import('./MorePanel.tsx').then((it) => it.MorePanel)

/** On wide screens: the other services of the house, and the report of a bug. */
export function MoreMenu() {
  const text = useText()
  const { openedBy, toggle, close, hover } = useHoverMenu()
  return (
    <span className="relative" {...hover}>
      <button
        type="button"
        className="pf-navlink gap-1"
        aria-expanded={openedBy !== undefined}
        onClick={toggle}
      >
        {text('app.more')}
        <Icon name="down" size={20} />
      </button>
      {openedBy && <Late load={panel} takesFocus={openedBy === 'press'} onClose={close} />}
    </span>
  )
}
