import { languages as allLanguages, languageTable } from '../../../contract/language/languages.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { InlineSelect } from '../../ui/layout/AppBar.tsx'

export function LanguagePicker({ short = false, className }: { short?: boolean; className?: string }) {
  const text = useText()
  const { language, languages, setLanguage } = useLanguage()
  if (languages.length < 2) return null
  const options = allLanguages
    .filter((each) => languages.includes(each))
    .map((value) => ({
      value,
      label: languageTable[value].nativeName,
      short: short ? value.toUpperCase() : undefined,
    }))
  return (
    <InlineSelect
      className={className}
      label={text('app.language')}
      options={options}
      value={language}
      onChange={(value) => {
        const chosen = allLanguages.find((each) => each === value)
        if (chosen) setLanguage(chosen)
      }}
    />
  )
}
