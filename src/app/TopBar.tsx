import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useHasSignIn, useSignedIn } from '../platform/identity/index.ts'
import { useText } from '../platform/language/index.ts'
import { late } from '../platform/loading/index.ts'
import { chromeAtom, useGoBack, usePath } from '../platform/navigation/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { AppBar, AppBarLink, AppBarNav } from '../ui/AppBar.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { phone, useMedia, wideScreen } from '../ui/use-media.ts'
import { Brand } from './Brand.tsx'
import { wayOut } from './bar.ts'
import { CartButton } from './CartButton.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { Late } from './Late.tsx'
import { isCurrent, useMenu } from './menu.ts'
import { canReportAt } from './report-bug.ts'
import { backOf, findRoute } from './routes.tsx'

const MoreMenu = late(() => import('./MoreMenu.tsx').then((it) => it.MoreMenu))
const drawer = () => import('./Menu.tsx').then((it) => it.Menu)

export function TopBar({ above, status }: { above?: ReactNode; status?: ReactNode }) {
  const text = useText()
  const path = usePath()
  const settings = useSettings()
  const menu = useMenu()
  const isWide = useMedia(wideScreen)
  const hasMore = isWide && (settings.serviceSwitch.length > 0 || canReportAt(path, settings))
  return (
    <AppBar
      above={above}
      start={
        <>
          <LeaveButton />
          <BackOrMenu />
        </>
      }
      logo={<Brand />}
      nav={
        <AppBarNav label={text('app.menu.label')} className="max-lg:hidden">
          {menu.map((entry) => (
            <AppBarLink key={entry.path} href={entry.path} current={isCurrent(entry, menu, path)}>
              {text(entry.textId)}
            </AppBarLink>
          ))}
          {/* closed on the next page */}
          {hasMore && <MoreMenu key={path} />}
        </AppBarNav>
      }
      status={status}
      end={
        <>
          {!settings.photofinishUSA && <LanguagePicker short />}
          <ProfileButton />
          <CartButton />
        </>
      }
    />
  )
}

/** The account of whoever is signed in; on wide screens, which have no drawer, the way in for the others. */
function ProfileButton() {
  const text = useText()
  const hasSignIn = useHasSignIn()
  if (useSignedIn()) return <IconButton icon="user" label={text('app.menu.account')} href="/my-account" />
  if (!hasSignIn) return null
  return (
    <Button kind="ghost" size="sm" href="/my-account" className="max-lg:hidden">
      {text('app.signIn')}
    </Button>
  )
}

/** On small screens: back on inner pages, the menu elsewhere. */
function BackOrMenu() {
  const text = useText()
  const path = usePath()
  const goBack = useGoBack()
  const chrome = useAtomValue(chromeAtom)
  const isInstalled = useMedia('(display-mode: standalone)')
  const [open, setOpen] = useState(false)
  const found = findRoute(path)
  const back = chrome.back ?? (found && backOf(found))
  if (back) {
    return (
      <IconButton
        icon="back"
        label={text('app.back')}
        // wide windows have the browser's own, unless the app is installed
        className={isInstalled ? undefined : 'lg:hidden'}
        onClick={() => goBack(back)}
      />
    )
  }
  return (
    <>
      <IconButton
        icon="menu"
        label={text('app.menu.open')}
        className="lg:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && <Late load={drawer} texts="first" onClose={() => setOpen(false)} />}
    </>
  )
}

/** A tenant's home may lead back to the site that its visitors came from. */
function LeaveButton() {
  const text = useText()
  const isNarrow = useMedia(phone)
  const out = wayOut(useSettings(), usePath(), text('app.leave'))
  if (!out) return null
  // a phone's bar has no room for the words beside menu, logo and cart
  if (!out.label || isNarrow)
    return <IconButton icon="back" label={out.label ?? text('app.leave')} href={out.href} />
  return (
    <Button kind="ghost" size="sm" icon="back" href={out.href}>
      {out.label}
    </Button>
  )
}
