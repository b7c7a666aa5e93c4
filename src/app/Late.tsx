import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../platform/errors/index.ts'
import { type TextLevel, useLanguage } from '../platform/language/index.ts'
import { beginCode } from '../platform/loading/index.ts'

type LateProps<Props> = Props & {
  load: () => Promise<ComponentType<Props>>
  /** Names the texts that the part needs; `page` when absent. */
  texts?: TextLevel
}

/** Loads the code and texts of a component that is not in the first bundle, then renders it. */
export function Late<Props extends object>({ load, texts = 'page', ...props }: LateProps<Props>) {
  const { needTexts } = useLanguage()
  const [here, setHere] = useState<{ load: unknown; Part: ComponentType<Props> }>()
  const Part = here?.load === load ? here.Part : undefined
  const isHere = Part !== undefined
  useEffect(() => {
    if (isHere) return undefined
    let gone = false
    const end = beginCode()
    Promise.all([load(), needTexts(texts)]).then(
      ([part]) => !gone && setHere({ load, Part: part }),
      (error: unknown) => {
        end()
        reportError(error)
      },
    )
    return () => {
      gone = true
      end()
    }
  }, [load, isHere, texts, needTexts])
  return Part && <Part {...(props as unknown as Props)} />
}
