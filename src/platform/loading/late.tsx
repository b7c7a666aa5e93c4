import { type ComponentType, lazy, Suspense, useState } from 'react'
import { firstScreenNow } from '../../lib/first-screen.ts'
import { type TextLevel, useLanguage } from '../language/index.ts'
import { keepCode, useCode } from './use-code.ts'

/**
 * A part of a page whose code comes when it is drawn for the first time, or earlier with `fetch`.
 *
 * @param Waiting stands in its place until then
 * @param texts of the part, where the pages that show it do not load them
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
  texts?: TextLevel,
) {
  // what the server has drawn stays on the screen until its code is here, which only Suspense does
  const OfFirstScreen = lazy(async () => {
    const Part = await load()
    keepCode(load, Part)
    return { default: Part }
  })

  function WithTexts(props: Props & { level: TextLevel }) {
    const { level, ...rest } = props
    const { needTexts } = useLanguage()
    const { code: Part } = useCode(load, async () => {
      const [part] = await Promise.all([load(), needTexts(level)])
      return part
    })
    return Part ? <Part {...(rest as unknown as Props)} /> : <Waiting />
  }

  function CodeOnly(props: Props) {
    const { code: Part } = useCode(load)
    return Part ? <Part {...props} /> : <Waiting />
  }

  function Late(props: Props) {
    const [isFirst] = useState(() => firstScreenNow() !== undefined)
    if (!isFirst) return texts ? <WithTexts {...props} level={texts} /> : <CodeOnly {...props} />
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
