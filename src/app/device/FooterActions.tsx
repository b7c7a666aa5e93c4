import type { ReactNode } from 'react'
import { useOrdersPath } from '../../features/orders/index.ts'
import { Text } from '../../platform/language/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { DeviceRows } from './DeviceRows.tsx'

/** Renders the link to the orders and the device actions in the footer of wide screens, which have no drawer. */
export function FooterActions() {
  return (
    <>
      <TextLink small className="text-inherit" href={useOrdersPath()}>
        <Text id="orders.list.title" />
      </TextLink>
      <DeviceRows Row={FootLink} />
    </>
  )
}

function FootLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <TextLink small className="text-inherit" onClick={onClick}>
      {children}
    </TextLink>
  )
}
