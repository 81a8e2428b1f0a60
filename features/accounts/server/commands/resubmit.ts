import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { resubmitRefusal } from '../../rules.ts'
import { myRequest, type SignUp } from '../sql.ts'

type Request = Omit<SignUp, 'request_id' | 'email' | 'role'> & { version: number }

/** The applicant sends a returned request again, with what was asked for put right. */
export async function resubmit(tx: Tx, input: Request): Promise<void> {
  refuseIf(accountRefusals, resubmitRefusal(await myRequest(tx), input.version))
  await sql`select app.resubmit_signup(${input.version}::integer, ${input.full_name}, ${input.school_id ?? null}, ${input.join_code ?? null},
    ${input.facility_id ?? null}, ${input.place_name ?? null}, ${input.message ?? null})`.execute(tx)
}
