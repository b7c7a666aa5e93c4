import { useAtomValue } from 'jotai'
import { type ComponentType, useState } from 'react'
import { answerOffer, install, installMethodAtom } from '../../platform/install/index.ts'
import { Text } from '../../platform/language/index.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { LazyPart } from '../LazyPart.tsx'
import { SchemePicker } from './SchemePicker.tsx'

type RowProps = { icon: IconName; onClick: () => void; children: React.ReactNode }

const loadInstallSheet = () => import('./InstallSheet.tsx').then((it) => it.InstallSheet)
const loadForgetSheet = () => import('./ForgetDevice.tsx').then((it) => it.ForgetDevice)

/** Renders the actions for this device: install the app, choose the colour scheme, delete local data. */
export function DeviceRows({ Row }: { Row: ComponentType<RowProps> }) {
  const installMethod = useAtomValue(installMethodAtom)
  const [openSheet, setOpenSheet] = useState<'install' | 'forget'>()
  const close = () => setOpenSheet(undefined)
  const startInstall = async () => {
    answerOffer()
    if (!(await install())) setOpenSheet('install')
  }
  return (
    <>
      <SchemePicker />
      {installMethod && (
        <Row icon="download" onClick={() => void startInstall()}>
          <Text id="device.install" />
        </Row>
      )}
      <Row icon="bin" onClick={() => setOpenSheet('forget')}>
        <Text id="device.forget" />
      </Row>
      {openSheet && (
        <LazyPart load={openSheet === 'install' ? loadInstallSheet : loadForgetSheet} onClose={close} />
      )}
    </>
  )
}
