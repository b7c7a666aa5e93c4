import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { sha256 } from '../../../platform/ids.ts'
import { projectRoot } from '../../../platform/root.ts'

const LocalizedName = z.object({ ru: z.string(), en: z.string() })

const Users = z.object({
  /** Shared by all users: they are fictional. */
  password: z.string(),
  users: z.array(
    z.object({ athlete: z.string(), username: z.string(), email: z.string(), emailVerified: z.boolean() }),
  ),
})

const Athletes = z.array(z.object({ id: z.string(), firstName: LocalizedName, surname: LocalizedName }))

export interface DemoUser {
  readonly subject: string
  readonly username: string
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: z.infer<typeof LocalizedName>
  readonly surname: z.infer<typeof LocalizedName>
}

/** Fictional users that can sign in: athletes of the demo. */
export interface DemoUsers {
  find(subject: string): DemoUser | undefined
  /** Finds a user by user name or e-mail, and password. Returns undefined when they do not match. */
  check(name: string, password: string): DemoUser | undefined
}

/** Reads the users from the demo files. @throws Error when the files are invalid */
export function readDemoUsers(folder = join(projectRoot, 'demo')): DemoUsers {
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const { password, users } = z.parse(Users, readJson('users.json'))
  const athletes = new Map(
    z.parse(Athletes, readJson('athletes.json')).map((athlete) => [athlete.id, athlete]),
  )
  const demoUsers = users.map(({ athlete: id, username, email, emailVerified }): DemoUser => {
    const athlete = athletes.get(id)
    if (!athlete) throw new Error(`demo/users.json: there is no athlete ${id}`)
    const { firstName, surname } = athlete
    return { subject: `demo-${id}`, username, email, emailVerified, firstName, surname }
  })
  return {
    find: (subject) => demoUsers.find((user) => user.subject === subject),
    check: (typedName, typedPassword) => {
      const name = typedName.trim().toLowerCase()
      const user = demoUsers.find(({ username, email }) => username === name || email === name)
      return isEqual(typedPassword, password) ? user : undefined
    },
  }
}

/** Constant-time comparison. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)))
}
