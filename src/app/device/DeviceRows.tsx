import { useAtomValue } from 'jotai'
import { type ComponentType, useState } from 'react'
import { answerOffer, install, installMethodAtom } from '../../platform/install/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { device } from '../../platform/storage/index.ts'
import { chooseScheme } from '../../platform/theme/index.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { InlineSelect } from '../../ui/layout/AppBar.tsx'
import { LazyPart } from '../LazyPart.tsx'

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

const schemes = ['light', 'dark'] as const

/** Selects light, dark, or the system's colour scheme. */
function SchemePicker() {
  const text = useText()
  const scheme = useAtomValue(device.scheme.atom)
  const options = [
    { value: 'auto', label: text('device.scheme.auto') },
    { value: 'light', label: text('device.scheme.light') },
    { value: 'dark', label: text('device.scheme.dark') },
  ]
  return (
    <InlineSelect
      label={text('device.scheme')}
      options={options}
      value={scheme ?? 'auto'}
      onChange={(value) => chooseScheme(schemes.find((each) => each === value) ?? null)}
    />
  )
}
