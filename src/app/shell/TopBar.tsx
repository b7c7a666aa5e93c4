import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { cartCountAtom } from '../../features/cart/count.ts'
import { useHasSignIn, useSignedIn } from '../../platform/identity/index.ts'
import { useText } from '../../platform/language/index.ts'
import { lazyPart } from '../../platform/loading/index.ts'
import { appBarAtom, useGoBack, usePath } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { AppBar, AppBarLink, AppBarNav } from '../../ui/layout/AppBar.tsx'
import { phone, useMedia, wideScreen } from '../../ui/use-media.ts'
import { LazyPart } from '../LazyPart.tsx'
import { findBackPath, findRoute } from '../routes.tsx'
import { Brand } from './Brand.tsx'
import { findExitLink } from './bar.ts'
import { LanguagePicker } from './LanguagePicker.tsx'
import { isCurrent, useMenu } from './menu.ts'
import { canReportAt } from './report-bug.ts'

const MoreMenu = lazyPart(() => import('./MoreMenu.tsx').then((it) => it.MoreMenu))
const loadDrawer = () => import('./Menu.tsx').then((it) => it.Menu)

export function TopBar({ above, status }: { above?: ReactNode; status?: ReactNode }) {
  const text = useText()
  const path = usePath()
  const settings = useSettings()
  const menu = useMenu()
  const isSignedIn = useSignedIn()
  const isWide = useMedia(wideScreen)
  const chrome = useAtomValue(appBarAtom)
  const routeMatch = findRoute(path)
  const backPath = chrome.back ?? (routeMatch && findBackPath(routeMatch))
  const hasMoreMenu = isWide && (settings.serviceSwitch.length > 0 || canReportAt(path, settings))
  return (
    <AppBar
      above={above}
      start={
        <>
          <LeaveButton />
          <BackAndMenu backPath={backPath} />
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
          {/* the key closes the popover on navigation */}
          {hasMoreMenu && <MoreMenu key={path} />}
        </AppBarNav>
      }
      status={status}
      end={
        <>
          {/* beside the back and menu buttons, phones have room for one of them, the narrowest for none */}
          {!settings.photofinishUSA && (
            <LanguagePicker
              short
              className={backPath && (isSignedIn ? 'max-sm:hidden' : 'max-[374px]:hidden')}
            />
          )}
          <ProfileButton className={backPath && 'max-[374px]:hidden'} />
          <CartButton />
        </>
      }
    />
  )
}

/** Links to the account of the signed-in user. On wide screens, which have no drawer, guests get the link to sign in. */
function ProfileButton({ className }: { className: string | undefined }) {
  const text = useText()
  const hasSignIn = useHasSignIn()
  if (useSignedIn())
    return (
      <IconButton icon="user" label={text('app.menu.account')} href="/my-account" className={className} />
    )
  if (!hasSignIn) return null
  return (
    <Button kind="ghost" size="sm" href="/my-account" className="max-lg:hidden">
      {text('app.signIn')}
    </Button>
  )
}

/** Renders the menu button on small screens; on inner pages, the back button before it. */
function BackAndMenu({ backPath }: { backPath: string | undefined }) {
  const text = useText()
  const goBack = useGoBack()
  const isInstalled = useMedia('(display-mode: standalone)')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {backPath && (
        <IconButton
          icon="back"
          label={text('app.back')}
          // wide windows have the browser's back button, unless the app is installed
          className={isInstalled ? undefined : 'lg:hidden'}
          onClick={() => goBack(backPath)}
        />
      )}
      <IconButton
        icon="menu"
        label={text('app.menu.open')}
        className="lg:hidden"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <LazyPart load={loadDrawer} texts="first" onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Links from a tenant's home page back to the site that its visitors came from. */
function LeaveButton() {
  const text = useText()
  const isNarrow = useMedia(phone)
  const exitLink = findExitLink(useSettings(), usePath(), text('app.leave'))
  if (!exitLink) return null
  // a phone's bar has no room for the label beside menu, logo and cart
  if (!exitLink.label || isNarrow)
    return <IconButton icon="back" label={exitLink.label ?? text('app.leave')} href={exitLink.href} />
  return (
    <Button kind="ghost" size="sm" icon="back" href={exitLink.href}>
      {exitLink.label}
    </Button>
  )
}

function CartButton() {
  const text = useText()
  const path = usePath()
  const count = useAtomValue(cartCountAtom)
  const isCartPage = path === '/cart'
  return (
    <IconButton
      icon="bag"
      label={text('app.cart', { count })}
      count={count}
      href="/cart"
      aria-current={isCartPage ? 'page' : undefined}
      // no navigation when the cart is already open
      onClick={isCartPage ? (event) => event.preventDefault() : undefined}
    />
  )
}
