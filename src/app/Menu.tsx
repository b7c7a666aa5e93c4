import { useText } from '../platform/language/index.ts'
import { usePath } from '../platform/navigation/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { Drawer, DrawerLink, DrawerRow } from '../ui/Drawer.tsx'
import { Brand } from './Brand.tsx'
import { DeviceRows } from './device/DeviceRows.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { isCurrent, useMenu } from './menu.ts'
import { OtherRows } from './OtherRows.tsx'

/** The main menu of small and medium screens; mount to open. */
export function Menu({ onClose }: { onClose: () => void }) {
  const text = useText()
  const path = usePath()
  const menu = useMenu()
  const isMine = path.startsWith('/my-account')
  const { photofinishUSA } = useSettings()
  return (
    <Drawer
      open
      onClose={onClose}
      label={text('app.menu.label')}
      closeLabel={text('app.menu.close')}
      head={<Brand />}
    >
      <nav aria-label={text('app.menu.label')}>
        {menu.map((entry) => (
          <DrawerLink
            key={entry.path}
            href={entry.path}
            current={!isMine && isCurrent(entry, menu, path)}
            onClick={onClose}
          >
            {text(entry.textId)}
          </DrawerLink>
        ))}
        <DrawerLink href="/my-account/orders" current={isMine} onClick={onClose}>
          {text('orders.list.title')}
        </DrawerLink>
      </nav>
      <div className="border-t border-line pt-2">
        {!photofinishUSA && <LanguagePicker />}
        <OtherRows onClose={onClose} />
        <DeviceRows Row={DrawerRow} />
      </div>
    </Drawer>
  )
}
