import { languages as all, type Language } from '../../contract/common.ts'
import { useLanguage, useText } from '../platform/language/index.ts'
import { WordSelect } from '../ui/AppBar.tsx'

/** Lists the native names of the languages, independent of the page's language. */
const names: Record<Language, string> = { ru: 'Русский', en: 'English', es: 'Español' }

export function LanguagePicker({ short = false, className }: { short?: boolean; className?: string }) {
  const text = useText()
  const { language, languages, setLanguage } = useLanguage()
  if (languages.length < 2) return null
  const options = all
    .filter((each) => languages.includes(each))
    .map((value) => ({ value, label: names[value], short: short ? value.toUpperCase() : undefined }))
  return (
    <WordSelect
      className={className}
      label={text('app.language')}
      options={options}
      value={language}
      onChange={(value) => {
        const chosen = all.find((each) => each === value)
        if (chosen) setLanguage(chosen)
      }}
    />
  )
}
