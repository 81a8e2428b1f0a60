import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals, notificationTexts } from '../../messages.ts'
import { waiverBlocker } from '../../rules.ts'
import { notifyOwner } from './notify-owner.ts'

type Waiver = {
  id: string
  person_id: string
  type_id: string
  requirement_id: string | null
  until: string
  note: string
}

/**
 * Waives a requirement of the caller's school, or all of a type, for another person, until a day and with a reason. A facility waives its
 * own requirements for people it knows from their submissions or its roster (domain §2.8).
 */
export async function waiveCredential(tx: Tx, { id, until, note, ...of }: Waiver): Promise<void> {
  const asker = await findActor(tx)
  const type = (await findType(tx, of.type_id)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  const facts = await findFacts(tx, of)
  refuseIf(credentialRefusals, waiverBlocker(type, { ...of, ...facts, until }, asker))
  const made = await tx
    .insertInto('credentials')
    .values({
      id,
      school_id: facts.school_id,
      person_id: of.person_id,
      type_id: of.type_id,
      status: 'waived',
      waived_until: until,
      waived_requirement_id: of.requirement_id,
      supersedes_id: facts.sent_id,
      note,
    })
    .onConflict((known) => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  const said = notification(notificationTexts, 'credential.waived', { type: type.name, until })
  await notifyOwner(tx, id, said)
}

type Facts = {
  school_id: string
  sent_id: string | null
  today: string
  requirement_type_id: string | null
  asked_by: string | null
}

/**
 * The school of the waiver: the caller's own, or that of the person who sent the
 * facility something of the type or is on its roster; and whose requirement it is.
 */
async function findFacts(
  tx: Tx,
  { person_id: person, type_id: type, requirement_id: requirement }: Omit<Waiver, 'id' | 'until' | 'note'>,
): Promise<Facts> {
  const { rows } = await sql<Omit<Facts, 'school_id'> & { school_id: string | null }>`
    select k.school_id, k.sent_id, (now() at time zone coalesce(s.time_zone, 'UTC'))::date as today, r.type_id as requirement_type_id, f.name as asked_by
    from (select coalesce(o.id, c.school_id, (select d.school_id from public.disclosures d where d.student_id = ${person}::uuid and d.seen_by = (select app.uid())
      order by d.id desc limit 1)) as school_id, c.id as sent_id from (select app.selected_school_id() as id) o
      left join lateral (select x.id, x.school_id from public.credentials x where x.person_id = ${person}::uuid and x.type_id = ${type}::uuid
        and x.school_id = coalesce(o.id, x.school_id) order by x.submitted_at desc, x.id limit 1) c on true) k
    left join public.schools s on s.id = k.school_id
    left join public.credential_requirements r on r.id = ${requirement}::uuid
    left join public.facilities f on f.id = r.facility_id`.execute(tx)
  const { school_id: school, ...facts } = rows[0]!
  return school ? { ...facts, school_id: school } : refuse(credentialRefusals, refusal('credential.missing'))
}
