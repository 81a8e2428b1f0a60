/** The remote procedures that the specification names, by name and parameter, as PostgreSQL itself lists them (Spec §7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from './testing.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.close())

const semester = [
  'p_name',
  'p_start_date',
  'p_end_date',
  'p_semester_type',
  'p_academic_year',
  'p_is_active',
  'p_settings',
]
const actor = ['p_actor_id', 'p_actor_role']

describe('the procedure', () => {
  it.each<[string, string[]]>([
    ['custom_auth_bootstrap_superadmin_password', ['email_input', 'password_hash_input']],
    ['custom_auth_create_user', ['email_input', 'password_hash_input', 'full_name_input', 'role_input']],
    ['custom_auth_get_user_for_login', ['email_input']],
    ['set_custom_auth_context_batch', ['context_data']],
    ['clear_custom_auth_context', []],
    ['get_custom_auth_context', []],
    ['api_list_semesters', ['p_school_id', ...actor]],
    ['api_get_current_semester', ['p_school_id', ...actor]],
    ['api_create_semester', ['p_school_id', ...semester, ...actor]],
    ['api_update_semester', ['p_semester_id', ...semester, ...actor]],
  ])('%s takes the parameters of the specification; additional ones have defaults', async (name, wanted) => {
    const found = await fixture.rows<{ names: string[]; optional: number }>(
      `select coalesce(p.proargnames[1:p.pronargs], '{}') as names, p.pronargdefaults as optional
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.proname = $1`,
      [name],
    )
    expect(found).toHaveLength(1)
    const { names, optional } = found[0]!
    expect(names.slice(0, names.length - optional)).toEqual(wanted)
  })
})

it('a changed row gets a new updated_at, regardless of who writes it', async () => {
  const ana = await fixture.person({ role: 'student' })
  await fixture.rows(`update public.users set updated_at = now() - interval '1 day' where id = $1`, [ana.id])
  const [before] = await fixture.rows<{ updated_at: string }>(
    'select updated_at from public.users where id = $1',
    [ana.id],
  )
  await fixture.rows(`update public.users set phone = '555-0101' where id = $1`, [ana.id])
  const [after] = await fixture.rows<{ updated_at: string }>(
    'select updated_at from public.users where id = $1',
    [ana.id],
  )
  expect(Date.parse(after!.updated_at)).toBeGreaterThanOrEqual(Date.parse(before!.updated_at))
  expect(Date.now() - Date.parse(after!.updated_at)).toBeLessThan(60_000)
})
