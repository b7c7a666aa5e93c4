import type { Demo } from '../../../contract/demo.ts'
import { Text } from '../../platform/language/index.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { DemoSection } from './DemoSection.tsx'

/** Lists the demo accounts of runners, and their shared password. */
export function Accounts({ accounts }: { accounts: NonNullable<Demo['accounts']> }) {
  return (
    <DemoSection titleId="demo.accounts" noteId="demo.accounts.note">
      <p>
        <Text
          id="demo.accounts.password"
          values={{ password: <b className="select-all">{accounts.password}</b> }}
        />
      </p>
      <ul className="mt-3 max-w-[44rem] border-b border-line">
        {accounts.users.map(({ username, email, verified }) => (
          <li
            key={username}
            className="flex min-h-12 flex-wrap items-center gap-x-4 border-t border-line py-2"
          >
            <b className="min-w-20 select-all">{username}</b>
            <span className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              {email}
              {!verified && (
                <>
                  {' · '}
                  <Text id="demo.accounts.unverified" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <TextLink className="mt-3" href="/my-account">
        <Text id="demo.accounts.open" />
      </TextLink>
    </DemoSection>
  )
}
