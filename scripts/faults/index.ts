import { emitKeypressEvents } from 'node:readline'
import { parseArgs } from 'node:util'
import { formatExchange, openControl } from './control.ts'
import { isProfileName, type ProfileName, profileNames, profiles } from './profiles.ts'
import { createFaultProxy, type FaultProxy } from './proxy.ts'

/** Runs a fault proxy manually: `npm run faults -- --target http://localhost:8080 --port 8081 --profile slow`. */
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'http://localhost:8080' },
    port: { type: 'string', default: '8081' },
    control: { type: 'string', default: '8082' },
    profile: { type: 'string', default: 'fast' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

const keys = 'abcdefghijklmnoprstuvwxyz'

/** Profiles by key. */
const profileByKey = new Map<string, ProfileName>(
  profileNames.map((name, index) => [keys[index] ?? '', name]),
)

if (values.help || !isProfileName(values.profile)) {
  console.log(`Profiles:\n${formatProfiles()}`)
  process.exitCode = values.help ? 0 : 1
} else await run(values.profile)

async function run(profile: ProfileName): Promise<void> {
  const { target, port, control, seed } = values
  const proxy = await createFaultProxy({ target, port: Number(port), seed: Number(seed) })
  proxy.set(profiles[profile].rules)
  const { url } = await openControl(proxy, Number(control))
  console.log(`${target} through a bad network: ${proxy.url}\nControl: ${url}\nNow: ${profile}`)
  printExchanges(proxy)
  if (process.stdin.isTTY) listenToKeys(proxy)
}

/** Prints every exchange when it ends. */
function printExchanges(proxy: FaultProxy): void {
  void proxy.waitForExchange((exchange) => {
    if (exchange.outcome !== undefined) console.log(formatExchange(exchange))
    return false
  })
}

function listenToKeys(proxy: FaultProxy): void {
  console.log(`Keys:\n${formatProfiles()}\n  q  quit`)
  emitKeypressEvents(process.stdin)
  process.stdin.setRawMode(true)
  process.stdin.on(
    'keypress',
    (key: string | undefined, { ctrl, name }: { ctrl: boolean; name?: string }) => {
      if (name === 'q' || (ctrl && name === 'c')) process.exit()
      const profile = profileByKey.get(key ?? '')
      if (!profile) return
      proxy.set(profiles[profile].rules)
      console.log(`Now: ${profile}, ${profiles[profile].description}`)
    },
  )
}

function formatProfiles(): string {
  return [...profileByKey]
    .map(([key, name]) => `  ${key}  ${name.padEnd(12)}${profiles[name].description}`)
    .join('\n')
}
