import type { Demo } from '../../../contract/demo.ts'
import { Text } from '../../platform/language/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { DemoSection } from './DemoSection.tsx'

/** Lists the other tenants of this installation, and links for developers. */
export function DemoLinks({ demo }: { demo: Demo }) {
  return (
    <>
      {demo.tenants.length > 1 && <Tenants tenants={demo.tenants} />}
      <DemoSection titleId="demo.makers" noteId="demo.makers.note">
        <div className="flex flex-wrap gap-x-6">
          <TextLink icon="external" href={demo.docs} target="_blank" rel="noopener">
            <Text id="demo.makers.docs" />
          </TextLink>
          <TextLink icon="frame" href="/demo/kit">
            <Text id="demo.makers.kit" />
          </TextLink>
        </div>
      </DemoSection>
    </>
  )
}

function Tenants({ tenants }: Pick<Demo, 'tenants'>) {
  return (
    <DemoSection titleId="demo.tenants" noteId="demo.tenants.note">
      <ul>
        {tenants.map((tenant) => (
          <li
            key={tenant.name}
            className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-t border-line py-2"
          >
            <TextLink href={tenant.url}>{tenant.title}</TextLink>
            <span className="text-sm break-all text-ink-2">{tenant.url}</span>
          </li>
        ))}
      </ul>
    </DemoSection>
  )
}
