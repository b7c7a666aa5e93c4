import { type ComponentType, lazy, Suspense, useState } from 'react'
import { firstScreenNow } from '../../lib/first-screen.ts'
import { keepCode, useCode } from './use-code.ts'

/**
 * A part of a page whose code comes when it is drawn for the first time, or earlier with `fetch`.
 *
 * @param Waiting stands in its place until then
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
) {
  // what the server has drawn stays on the screen until its code is here, which only Suspense does
  const OfFirstScreen = lazy(async () => {
    const Part = await load()
    keepCode(load, Part)
    return { default: Part }
  })

  function OfApp(props: Props) {
    const { code: Part } = useCode(load)
    return Part ? <Part {...props} /> : <Waiting />
  }

  function Late(props: Props) {
    const [isFirst] = useState(() => firstScreenNow() !== undefined)
    if (!isFirst) return <OfApp {...props} />
    return (
      <Suspense fallback={<Waiting />}>
        <OfFirstScreen {...props} />
      </Suspense>
    )
  }

  return Object.assign(Late, { fetch: () => void load().catch(() => {}) })
}

function Nothing() {
  return null
}
