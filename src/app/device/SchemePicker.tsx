import { useAtomValue } from 'jotai'
import { useText } from '../../platform/language/index.ts'
import { device } from '../../platform/storage/index.ts'
import { chooseScheme } from '../../platform/theme/index.ts'
import { InlineSelect } from '../../ui/layout/AppBar.tsx'

const schemes = ['light', 'dark'] as const

/** Selects light, dark, or the system's colour scheme. */
export function SchemePicker() {
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
