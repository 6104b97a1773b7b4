import type { Queries } from '../database/database.ts'
import type { Config } from '../environment/config.ts'
import { verifyPassword } from '../session/password.ts'
import { demoStaff } from '../staff/demo-staff.ts'
import { demoMembers } from './demo-member.ts'

interface Known {
  readonly password: string
  /** What is to be said to switch it off. */
  readonly off: string
  /** Finds it where it may log in. */
  readonly find: string
  readonly name: string
}

function knownOf({ region }: Pick<Config, 'region'>): readonly Known[] {
  const { phone, password } = demoMembers[region]
  return [
    ...demoStaff.map((one) => ({
      name: one.name,
      password: one.password,
      off: `npm run staff -- disable ${one.name}`,
      find: 'select password_hash from staff where name = $1 and is_active',
    })),
    {
      name: phone,
      password,
      off: `npm run member -- disable ${phone}`,
      find: 'select password_hash from member where username = $1 and is_active',
    },
  ]
}

/**
 * Throws in production where somebody can log in by what everybody can read here. The migrations make no demo accounts there, but those of a trial stay in a
 * database that is started as production later. One whose password is another by now is its owner's.
 */
export async function refuseDemoAccounts(
  queries: Queries,
  config: Pick<Config, 'production' | 'region'>,
): Promise<void> {
  if (!config.production) return
  const open: Known[] = []
  for (const known of knownOf(config)) {
    const [row] = await queries.query<{ passwordHash: string }>(known.find, [known.name])
    if (row && (await verifyPassword(row.passwordHash, known.password))) open.push(known)
  }
  if (open.length === 0) return
  const names = open.map(({ name }) => name).join(', ')
  throw new Error(
    `demo accounts whose password everybody knows may log in (${names}), and nothing starts with KAPAO_MODE=production until they are switched off: ${open.map(({ off }) => off).join('; ')}`,
  )
}
