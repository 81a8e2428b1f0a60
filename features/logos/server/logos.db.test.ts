import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { LogoOwner } from '../contract.ts'
import { logoHandlers } from './handlers.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const jpeg = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\0\0\0', 'latin1')
const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ....', 'latin1')

let fixture: Fixture
let school: string
let organization: string
let site: string
let ana: Person
let frank: Person
let sam: Person
let student: Person
let strangers: (Person | null)[]
const api = logoHandlers()

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lake School')
  organization = await fixture.facility({ name: 'River Health' })
  site = await fixture.facility({ kind: 'site', parent: organization, name: 'River North' })
  ana = await fixture.person({ role: 'school_admin', school })
  frank = await fixture.person({ role: 'facility_admin', facility: organization })
  sam = await fixture.person({ role: 'superadmin' })
  student = await fixture.person({ role: 'student', school })
  strangers = [
    await fixture.person({ role: 'school_admin', school: await fixture.school('Hill School') }),
    await fixture.person({ role: 'facility_admin', facility: site }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility({ name: 'Other' }) }),
    await fixture.person({ role: 'proctor', school }),
    student,
    null,
  ]
})
afterAll(() => fixture.close())

const as = async (who: Person | null) => ({ context: await fixture.as(who) })
const set = async (who: Person | null, owner: LogoOwner, content: Buffer = png, id: string = randomUUID()) =>
  call(api.set, { ...owner, id, content: content.toString('base64') }, await as(who))
const of = async (who: Person | null, ...owner_ids: string[]) =>
  (await call(api.list, { owner_ids }, await as(who))).map(({ id }) => id)
const ofSchool = (): LogoOwner => ({ of: 'school', owner_id: school })
const ofOrganization = (): LogoOwner => ({ of: 'organization', owner_id: organization })
const refusal = { code: expect.stringMatching(/^(FORBIDDEN|UNAUTHORIZED|NOT_FOUND)$/) }

describe('a logo', () => {
  it('is set, replaced and removed by those who manage the school or facility; the audit trail records it without the picture', async () => {
    for (const [who, owner, facility] of [
      [ana, ofSchool(), school],
      [frank, ofOrganization(), organization],
    ] as const) {
      const { id } = await set(who, owner)
      expect(await set(who, owner, png, id)).toEqual({ id })
      expect(await of(student, facility)).toEqual([id])
      const next = await set(sam, owner, webp)
      expect(await of(student, facility)).toEqual([next.id])
      await expect(call(api.file, { id }, await as(student))).rejects.toMatchObject({ code: 'NOT_FOUND' })
      for (const stranger of strangers) {
        await expect(set(stranger, owner)).rejects.toMatchObject(refusal)
        await expect(call(api.remove, owner, await as(stranger))).rejects.toMatchObject(refusal)
      }
      expect(await of(student, facility)).toEqual([next.id])
      await call(api.remove, owner, await as(who))
      expect(await of(student, facility)).toEqual([])
      expect(
        await fixture.rows(
          `select action, changes from public.audit_events where entity_id = $1 and action in ('set_logo', 'remove_logo') order by id`,
          [facility],
        ),
      ).toMatchObject([
        { action: 'set_logo', changes: {} },
        { action: 'set_logo' },
        { action: 'remove_logo', changes: {} },
      ])
    }
  })

  it('is recognized by its first bytes: PNG, JPEG and WebP, at most 1 MB, complete', async () => {
    for (const content of [png, jpeg, webp]) {
      const { id } = await set(ana, ofSchool(), content)
      const { headers, body } = await call(api.file, { id }, await as(student))
      expect(Buffer.from(await body.arrayBuffer())).toEqual(content)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(['image/png', 'image/jpeg', 'image/webp']).toContain(body.type)
    }
    const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)])
    for (const [content, message] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'A logo is a PNG, JPEG or WebP picture'],
      [Buffer.from('%PDF-1.7 and more'), 'A logo is a PNG, JPEG or WebP picture'],
      [large, ''],
    ] as const)
      await expect(set(ana, ofSchool(), content)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining(message),
      })
    // The table refuses even if the server would not.
    for (const [kind, content] of [
      ['image/png', jpeg],
      ['image/svg+xml', png],
      ['image/png', large],
    ] as const)
      await expect(
        fixture.rows('insert into public.logos (school_id, mime_type, content) values ($1, $2, $3)', [
          school,
          kind,
          content,
        ]),
      ).rejects.toMatchObject({ code: '23514' })
  })

  it('belongs to an organization, not a site; of two at once one remains', async () => {
    await expect(set(sam, { of: 'organization', owner_id: site })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await Promise.all([set(ana, ofSchool(), png), set(sam, ofSchool(), jpeg)])
    expect(await of(sam, school)).toHaveLength(1)
  })
})
