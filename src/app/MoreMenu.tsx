import { useState } from 'react'
import { useText } from '../platform/language/index.ts'
import { usePath } from '../platform/navigation/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Late } from './Late.tsx'
import { canReportAt } from './report-bug.ts'

const panel = () => import('./MorePanel.tsx').then((it) => it.MorePanel)

/** On wide screens: the other services of the house, and the report of a bug. Not there when there is neither. */
export function MoreMenu() {
  const text = useText()
  const path = usePath()
  const settings = useSettings()
  const [openAt, setOpenAt] = useState<string>()
  if (settings.serviceSwitch.length === 0 && !canReportAt(path, settings)) return null
  const isOpen = openAt === path
  return (
    <span className="relative">
      <button
        type="button"
        className="pf-navlink gap-1"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? undefined : path)}
      >
        {text('app.more')}
        <Icon name="down" size={20} />
      </button>
      {isOpen && <Late load={panel} onClose={() => setOpenAt(undefined)} />}
    </span>
  )
}
