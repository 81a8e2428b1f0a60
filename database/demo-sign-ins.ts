import { demoAccounts } from './seeds/demo-accounts.ts'
import { nationalAccounts } from './seeds/national.ts'
import { asOwner } from './as-owner.ts'
import { SetupError } from './setup-error.ts'

export type SignIn = { label: string; email: string }

const KNOWN: readonly SignIn[] = [
  ...demoAccounts,
  ...Object.entries(nationalAccounts).map(([role, email]) => ({
    label: (demoAccounts.find((account) => account.role === role) ?? { label: role }).label,
    email,
  })),
]

/** The seeded accounts that can sign in to this database with the demonstration's password. */
export async function demoSignIns(adminUrl: string): Promise<SignIn[]> {
  const found = await asOwner(adminUrl, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select u.email from public.users u join priv.credentials c on c.user_id = u.id
       where u.email = any ($1) and u.status = 'active' and u.email_verified`,
      [KNOWN.map(({ email }) => email)],
    )
    return new Set(rows.map(({ email }) => email))
  })
  return KNOWN.filter(({ email }) => found.has(email))
}

/** Throws SetupError if a demonstration, whose password is public, would be opened next to accounts of real people. */
export async function refuseDemoBesideRealAccounts(adminUrl: string): Promise<void> {
  const count = await asOwner(adminUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from public.users u
       where u.email not like '%.example' and u.status = 'active' and u.email_verified`,
    )
    return rows[0]!.count
  })
  if (count > 0)
    throw new SetupError(
      `DEMO: this database has ${count} ${count === 1 ? 'account' : 'accounts'} of real people, and a demonstration lets anyone in; remove DEMO, or name another database in DATABASE_URL or DATA_DIR`,
    )
}

/**
 * Closes seeded accounts, because their password is public: every one that can sign in loses its password and sessions, or only the
 * superadmins while a demonstration is open. A superadmin is deactivated as well. Returns how many lost their password.
 */
export async function closeDemoAccounts(adminUrl: string, options: { isDemo: boolean }): Promise<number> {
  const emails = KNOWN.map(({ email }) => email)
  const superadmins = `select u.id from public.users u where u.email = any ($1) and u.role = 'superadmin'`
  const closed = options.isDemo ? superadmins : `select u.id from public.users u where u.email = any ($1)`
  return asOwner(adminUrl, async (client) => {
    await client.query(`delete from priv.sessions where user_id in (${closed})`, [emails])
    const { rowCount } = await client.query(`delete from priv.credentials where user_id in (${closed})`, [
      emails,
    ])
    await client.query(
      `update public.users set status = 'deactivated' where id in (${superadmins}) and status <> 'deactivated'`,
      [emails],
    )
    return rowCount ?? 0
  })
}
