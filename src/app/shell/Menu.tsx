import { useOrdersPath } from '../../features/orders/index.ts'
import { useHasSignIn, useSignedIn } from '../../platform/identity/index.ts'
import { useText } from '../../platform/language/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { Drawer, DrawerLink, DrawerRow } from '../../ui/layout/Drawer.tsx'
import { DeviceRows } from '../device/DeviceRows.tsx'
import { Brand } from './Brand.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { isCurrent, useMenu } from './menu.ts'
import { OtherRows } from './OtherRows.tsx'

/** Renders the main menu of small and medium screens; mount it to open it. The US variant lists only its pages. */
export function Menu({ onClose }: { onClose: () => void }) {
  const text = useText()
  const path = usePath()
  const menu = useMenu()
  const isAccountPage = path.startsWith('/my-account')
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
            current={(!isAccountPage || entry.path === '/my-account') && isCurrent(entry, menu, path)}
            onClick={onClose}
          >
            {text(entry.textId)}
          </DrawerLink>
        ))}
        {!photofinishUSA && <GuestLinks isMine={isAccountPage} onClose={onClose} />}
      </nav>
      {!photofinishUSA && (
        <div className="border-t border-line pt-2">
          <LanguagePicker />
          <OtherRows onClose={onClose} />
          <DeviceRows Row={DrawerRow} />
        </div>
      )}
    </Drawer>
  )
}

/** Links to the orders of a guest and to the sign-in. */
function GuestLinks({ isMine: isAccountPage, onClose }: { isMine: boolean; onClose: () => void }) {
  const text = useText()
  const path = usePath()
  const hasSignIn = useHasSignIn()
  const ordersPath = useOrdersPath()
  if (useSignedIn()) return null
  return (
    <>
      <DrawerLink
        href={ordersPath}
        current={hasSignIn ? path === ordersPath : isAccountPage}
        onClick={onClose}
      >
        {text('orders.list.title')}
      </DrawerLink>
      {hasSignIn && (
        <DrawerLink href="/my-account" current={isAccountPage} onClick={onClose}>
          {text('app.signIn')}
        </DrawerLink>
      )}
    </>
  )
}
