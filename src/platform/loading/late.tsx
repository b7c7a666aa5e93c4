import { type ComponentType, lazy, Suspense, useState } from 'react'
import { hydrationData } from '../../lib/initial-data.ts'
import { type TextLevel, useLanguage } from '../language/index.ts'
import { keepCode, useCode } from './use-code.ts'

/**
 * Creates a component whose code is loaded at its first render, or earlier with `fetch`.
 *
 * @param Placeholder rendered until the code is loaded
 * @param texts level of the texts to load with it; absent if each page that shows the part loads them
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = EmptyPlaceholder,
  texts?: TextLevel,
) {
  // only Suspense leaves server-rendered content visible until its code is loaded
  const Hydrated = lazy(async () => {
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
    const [isFirst] = useState(() => hydrationData() !== undefined)
    if (!isFirst) return texts ? <WithTexts {...props} level={texts} /> : <CodeOnly {...props} />
    return (
      <Suspense fallback={<Waiting />}>
        <Hydrated {...props} />
      </Suspense>
    )
  }

  return Object.assign(Late, { fetch: () => void load().catch(() => {}) })
}

function EmptyPlaceholder() {
  return null
}
