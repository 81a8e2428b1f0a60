import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationTask } from '../../contract.ts'

type OfProject = { id: string; project_id: string; school_name: string; title: string }
export type DueNomination = OfProject & { preceptor_id: string; preceptor_name: string }
export type ExpiredNomination = DueNomination & { is_gone: boolean }
export type DueEvaluation = DueNomination & { kind: EvaluationTask }
export type DueConcern = OfProject & { to_name: string }
export type DueDay = DueNomination & { date: PlainDate }

/** The rows a statement changed, with their projects. */
async function withProject<Row>(tx: Tx, changed: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with x as (${changed})
    select x.*, c.name as school_name, p.title
    from x join public.capstone_projects p on p.id = x.project_id left join public.schools c on c.id = p.school_id`.execute(
    tx,
  )
  return rows
}

/** The preceptors whose account or permission has ended, so that they answer, confirm and evaluate nothing. */
const preceptorsGone = sql`(select r.id from public.preceptors r join public.users u on u.id = r.user_id
  where u.status <> 'active' or u.role <> 'facility_admin' or not exists (select from public.facility_admin_permissions g
    where g.user_id = u.id and g.permission_type = 'capstone_preceptor' and g.is_enabled))`

/** As the worker: expires nominations past their last day, or of preceptors who are gone, and returns them. */
export const expireNominations = (tx: Tx) =>
  withProject<ExpiredNomination>(
    tx,
    sql`update public.capstone_nominations n set status = 'expired'
      where n.status = 'asked' and (n.answer_by < app.school_today(n.school_id) or n.preceptor_id in ${preceptorsGone})
      returning n.id, n.project_id, n.preceptor_id, n.preceptor_name, n.preceptor_id in ${preceptorsGone} as is_gone`,
  )

/** As the worker: escalates concerns that no one answered on the day they were raised to the school, and returns them. */
export const escalateConcerns = (tx: Tx) =>
  withProject<DueConcern>(
    tx,
    sql`update public.capstone_concerns k set escalated_at = now() from public.schools o where o.id = k.school_id
      and k.answer is null and k.escalated_at is null and (k.created_at at time zone o.time_zone)::date < app.school_today(o.id)
      returning k.id, k.project_id, k.to_name`,
  )

/** As the worker: accepted preceptors who are gone, each once. */
export const claimPreceptorsGone = (tx: Tx) =>
  withProject<DueNomination>(
    tx,
    sql`update public.capstone_nominations n set gone_noted_at = now()
      from public.capstone_projects p
      where n.status = 'accepted' and n.gone_noted_at is null and n.preceptor_id in ${preceptorsGone}
        and p.id = n.project_id and p.status in ('matched', 'active')
      returning n.id, n.project_id, n.preceptor_id, n.preceptor_name`,
  )

/** As the worker: days that are over and need their preceptor's confirmation, each once, and not on the day on which the school asked by a link. */
export const claimDaysToConfirm = (tx: Tx) =>
  withProject<DueDay>(
    tx,
    sql`update public.capstone_days d set reminded_at = now()
      where d.status = 'planned' and d.reminded_at is null and d.ends_at <= now() and d.ends_at > now() - interval '14 days'
        and not exists (select from public.preceptor_links l where l.day_id = d.id and l.created_at > now() - interval '1 day')
      returning d.id, d.project_id, d.date, d.preceptor_id, d.preceptor_name`,
  )

/**
 * As the worker: projects with planned days ahead that no running agreement of the school covers any more, or whose facility is
 * paused or closed, each once, with the first of these days.
 */
export const claimProjectsUncovered = (tx: Tx) =>
  withProject<OfProject & { date: PlainDate }>(
    tx,
    sql`update public.capstone_projects p set uncovered_noted_at = now() from (
        select distinct on (q.id) q.id, d.date from public.capstone_projects q join public.facilities f on f.id = q.facility_id
        left join public.facilities s on s.id = f.parent_id left join public.facilities o on o.id = s.parent_id
        join public.capstone_days d on d.project_id = q.id and d.status = 'planned' and d.starts_at > now()
        where q.status in ('matched', 'active') and q.uncovered_noted_at is null and (f.status <> 'active' or s.status <> 'active' or o.status <> 'active'
          or not exists (select from public.partnerships g where g.school_id = q.school_id and g.status = 'active'
            and (g.organization_id in (f.id, s.id, o.id) or g.organization_id = o.parent_id) and d.date <= coalesce(g.ends_on, case when g.auto_renew then 'infinity' else g.effective_to end)))
        order by q.id, d.date) x
      where p.id = x.id returning p.id, p.id as project_id, x.date`,
  )

/** As the worker: completed projects of which a day was confirmed since the certificates of its preceptor were issued. */
export async function findProjectsToCertify(tx: Tx): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct p.id, p.title from public.capstone_days d join public.capstone_projects p on p.id = d.project_id
    where d.status = 'confirmed' and d.confirmed_at > now() - interval '2 days' and p.status in ('completed', 'closed')
      -- A confirmation may have waited for the step that completed the project.
      and not exists (select from public.capstone_certificates c where c.project_id = d.project_id and c.preceptor_id = d.preceptor_id
        and c.created_at > d.confirmed_at + interval '1 minute')`.execute(tx)
  return rows
}

/** Credited minutes of project p, from the ledger, without what was reversed. */
const minutesOfProject = sql`(select coalesce(sum(h.minutes + coalesce(r.minutes, 0)), 0) as minutes from public.capstone_days d
  join public.hours_entries h on h.capstone_day_id = d.id and h.school_id = d.school_id
  left join public.hours_entries r on r.reverses = h.id and r.school_id = h.school_id where d.project_id = p.id)`

/**
 * As the worker: the evaluations to ask a preceptor for: the midterm at half of the
 * hours, the final with all of them, and each again after the school returned it.
 */
export const claimEvaluationsToRequest = (tx: Tx) =>
  withProject<DueEvaluation>(
    tx,
    sql`update public.capstone_nominations n set midterm_asked_at = case when m.kind = 'midterm' then now() else n.midterm_asked_at end,
        final_asked_at = case when m.kind = 'final' then now() else n.final_asked_at end
      from (
        select distinct on (n.id) n.id, w.kind from public.capstone_projects p
        join public.capstone_nominations n on n.project_id = p.id and n.status = 'accepted'
        cross join lateral (values ('midterm', 30, 60, n.midterm_asked_at), ('final', 60, 1000000, n.final_asked_at)) w (kind, least, below, asked_at)
        cross join lateral ${minutesOfProject} m
        left join public.evaluations e on e.project_id = p.id and e.kind = w.kind and e.status <> 'voided' and e.superseded_at is null
          and (e.preceptor_id = n.preceptor_id or e.status not in ('draft', 'returned'))
        where p.status = 'active' and case when e.status = 'returned' then e.updated_at > coalesce(w.asked_at, '-infinity') else e.submitted_at is null
          and w.asked_at is null and m.minutes >= p.required_hours * w.least and m.minutes < p.required_hours * w.below end
        order by n.id, w.kind) m
      where n.id = m.id returning n.id, n.project_id, n.preceptor_id, n.preceptor_name, m.kind`,
  )
